//! Connections: how many there may be, and how long they may be idle.

use axum::extract::connect_info::Connected;
use axum::serve::{IncomingStream, Listener};
use std::collections::HashMap;
use std::future::Future as _;
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::pin::Pin;
use std::sync::{Arc, Mutex, MutexGuard, PoisonError};
use std::task::{Context, Poll};
use std::time::Duration;
use tokio::io::{AsyncRead, AsyncWrite, ReadBuf};
use tokio::net::{TcpListener, TcpStream};
use tokio::sync::{OwnedSemaphorePermit, Semaphore};
use tokio::time::{Instant, Sleep};

/// Longest time without a complete request: the headers must arrive within it, and a connection may be idle for as long.
const IDLE: Duration = Duration::from_secs(30);

/// A listener with limits on open connections.
pub struct Bounded {
    listener: TcpListener,
    room: Arc<Semaphore>,
    clients: Arc<Mutex<HashMap<IpAddr, usize>>>,
}

impl Bounded {
    /// Limit on connections.
    const CONNECTIONS: usize = 1024;
    /// Limit on connections of one address. The machine itself is trusted.
    const EACH: usize = 32;

    /// Limits the connections of a listener.
    pub fn new(listener: TcpListener) -> Self {
        Self { listener, room: Arc::new(Semaphore::new(Self::CONNECTIONS)), clients: Arc::default() }
    }
}

/// The number of open connections of each address.
type Clients = Arc<Mutex<HashMap<IpAddr, usize>>>;

fn locked<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

/// A connection that is counted.
#[derive(Debug)]
struct Counted {
    clients: Clients,
    address: IpAddr,
}

impl Counted {
    /// Counts a connection, unless its address has too many.
    fn new(clients: &Clients, address: IpAddr) -> Option<Self> {
        let mut counts = locked(clients);
        let count = counts.entry(address).or_default();
        if *count >= Bounded::EACH && !address.to_canonical().is_loopback() {
            return None;
        }
        *count += 1;
        Some(Self { clients: Arc::clone(clients), address })
    }
}

impl Drop for Counted {
    fn drop(&mut self) {
        let mut counts = locked(&self.clients);
        if let Some(count) = counts.get_mut(&self.address) {
            *count -= 1;
            if *count == 0 {
                counts.remove(&self.address);
            }
        }
    }
}

impl Listener for Bounded {
    type Io = Connection;
    type Addr = SocketAddr;

    async fn accept(&mut self) -> (Connection, SocketAddr) {
        loop {
            let Ok(room) = Arc::clone(&self.room).acquire_owned().await else { continue };
            let (stream, address) = Listener::accept(&mut self.listener).await;
            let Some(counted) = Counted::new(&self.clients, address.ip()) else { continue };
            let _ = stream.set_nodelay(true);
            let client = Client(Arc::new(Mutex::new(State { answering: 0, idle_since: Instant::now() })));
            let timer = Box::pin(tokio::time::sleep(IDLE));
            return (Connection { stream, client, timer, _room: room, _counted: counted }, address);
        }
    }

    fn local_addr(&self) -> io::Result<SocketAddr> {
        self.listener.local_addr()
    }
}

/// What a connection is doing.
#[derive(Debug)]
struct State {
    /// Requests that are being answered.
    answering: usize,
    idle_since: Instant,
}

/// The connection that a request came from.
#[derive(Clone, Debug)]
pub struct Client(Arc<Mutex<State>>);

impl Client {
    /// The connection is not idle while this is held.
    pub fn answer(self) -> Busy {
        locked(&self.0).answering += 1;
        Busy(self)
    }
}

impl Connected<IncomingStream<'_, Bounded>> for Client {
    fn connect_info(stream: IncomingStream<'_, Bounded>) -> Self {
        stream.io().client.clone()
    }
}

/// A request that is being answered.
#[derive(Debug)]
pub struct Busy(Client);

impl Drop for Busy {
    fn drop(&mut self) {
        let mut state = locked(&self.0.0);
        state.answering = state.answering.saturating_sub(1);
        state.idle_since = Instant::now();
    }
}

/// A connection that counts towards the limits, and ends when it is idle for too long.
pub struct Connection {
    stream: TcpStream,
    client: Client,
    timer: Pin<Box<Sleep>>,
    _room: OwnedSemaphorePermit,
    _counted: Counted,
}

impl AsyncRead for Connection {
    fn poll_read(
        mut self: Pin<&mut Self>,
        cx: &mut Context<'_>,
        buf: &mut ReadBuf<'_>,
    ) -> Poll<io::Result<()>> {
        if let Poll::Ready(read) = Pin::new(&mut self.stream).poll_read(cx, buf) {
            return Poll::Ready(read);
        }
        let until = {
            let state = locked(&self.client.0);
            if state.answering > 0 {
                return Poll::Pending;
            }
            state.idle_since + IDLE
        };
        if self.timer.deadline() != until {
            self.timer.as_mut().reset(until);
        }
        match self.timer.as_mut().poll(cx) {
            Poll::Ready(()) => Poll::Ready(Err(io::ErrorKind::TimedOut.into())),
            Poll::Pending => Poll::Pending,
        }
    }
}

impl AsyncWrite for Connection {
    fn poll_write(mut self: Pin<&mut Self>, cx: &mut Context<'_>, buf: &[u8]) -> Poll<io::Result<usize>> {
        Pin::new(&mut self.stream).poll_write(cx, buf)
    }

    fn poll_flush(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_flush(cx)
    }

    fn poll_shutdown(mut self: Pin<&mut Self>, cx: &mut Context<'_>) -> Poll<io::Result<()>> {
        Pin::new(&mut self.stream).poll_shutdown(cx)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_address_has_a_limited_number_of_connections() {
        let clients = Clients::default();
        let far: IpAddr = "192.0.2.7".parse().unwrap();
        let held: Vec<_> = (0..Bounded::EACH).map(|_| Counted::new(&clients, far).unwrap()).collect();
        assert!(Counted::new(&clients, far).is_none());
        assert!(Counted::new(&clients, "192.0.2.8".parse().unwrap()).is_some());
        drop(held);
        assert!(Counted::new(&clients, far).is_some() && locked(&clients).is_empty());
        for near in ["127.0.0.1", "::1", "::ffff:127.0.0.1"] {
            let near: IpAddr = near.parse().unwrap();
            let all: Vec<_> = (0..100).map(|_| Counted::new(&clients, near)).collect();
            assert!(all.iter().all(Option::is_some));
        }
    }
}
