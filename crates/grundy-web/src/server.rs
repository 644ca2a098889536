//! The server: settings, shared state and shutdown.

use crate::connection::{Bounded, Client};
use crate::tables::Tables;
use crate::work::Work;
use crate::{api, guard, page};
use axum::Router;
use axum::extract::DefaultBodyLimit;
use axum::middleware::from_fn_with_state;
use futures_util::future::{Either, select};
use grundy::solve::rays::How;
use grundy::{Budget, Limits};
use grundy_answers::Ask;
use grundy_answers::keep::Shelf;
use std::future::{Future, IntoFuture as _};
use std::io;
use std::net::{IpAddr, SocketAddr};
use std::sync::Arc;
use std::time::Duration;
use tokio::net::TcpListener;
use tokio::runtime::Runtime;

/// Settings of the server.
#[derive(Clone, Debug)]
pub struct Settings {
    /// The address to listen on.
    pub bind: IpAddr,
    /// The port; 0 chooses a free one.
    pub port: u16,
    /// Accepted host names, besides localhost and IP addresses.
    pub hosts: Vec<String>,
    /// Memory limit for all requests together, in bytes.
    pub memory: u64,
    /// Time limit of a heavy request; ten times as much if its progress is streamed. A quick one has five seconds at most.
    pub time: Duration,
    /// The result store.
    pub shelf: Shelf,
}

/// State that all requests share.
#[derive(Debug)]
pub struct App {
    /// Accepted host names.
    pub hosts: Vec<String>,
    /// The scheduler.
    pub work: Arc<Work>,
    /// The cache of tables.
    pub tables: Arc<Tables>,
    /// Limits of a quick request.
    pub limits: Limits,
    /// Memory limit of a heavy request.
    pub heavy: u64,
    /// Settings of the ray engine.
    pub how: How,
    /// Time limit of a heavy request.
    pub time: Duration,
    /// The result store.
    pub shelf: Shelf,
}

impl App {
    /// Upper limit on the time of a quick request.
    const QUICK: Duration = Duration::from_secs(5);

    fn new(settings: &Settings) -> Self {
        let cores = std::thread::available_parallelism().map_or(2, usize::from);
        // Leave one core for other requests.
        let how = How { threads: cores.saturating_sub(1).max(1), ..How::default() };
        let slow = cores.clamp(2, 6);
        // A quarter for cached tables, one for each heavy request, and one for all light and slow ones.
        let quarter = settings.memory / 4;
        let each = quarter / u64::try_from(slow + Work::LIGHT).unwrap_or(u64::MAX);
        // A second is enough for ten to twenty million options.
        let budget = Budget { options: 20_000_000, ..Budget::of_positions(each / 130) };
        Self {
            hosts: settings.hosts.clone(),
            work: Arc::new(Work::new(slow, settings.time)),
            tables: Arc::new(Tables::new(quarter, how, settings.time)),
            limits: Limits { budget, time: Self::QUICK.min(settings.time), memory: each },
            heavy: quarter,
            how,
            time: settings.time,
            shelf: settings.shelf.clone(),
        }
    }

    /// The context of a quick question.
    pub fn ask(&self) -> Ask<'_> {
        Ask { limits: self.limits, how: self.how, ..Ask::alone(&self.shelf) }
    }
}

/// A listening server.
#[derive(Debug)]
pub struct Server {
    runtime: Runtime,
    listener: TcpListener,
    address: SocketAddr,
    app: Arc<App>,
}

impl Server {
    /// Grace period for running work at shutdown.
    const LAST: Duration = Duration::from_secs(2);

    /// Binds the address.
    ///
    /// # Errors
    /// When the address cannot be bound.
    pub fn bind(settings: &Settings) -> io::Result<Self> {
        let runtime = tokio::runtime::Builder::new_multi_thread().enable_all().build()?;
        let listener = runtime.block_on(TcpListener::bind((settings.bind, settings.port)))?;
        let address = listener.local_addr()?;
        Ok(Self { runtime, listener, address, app: Arc::new(App::new(settings)) })
    }

    /// The bound address.
    pub fn address(&self) -> SocketAddr {
        self.address
    }

    /// Serves until `end` completes.
    ///
    /// # Errors
    /// When listening fails.
    pub fn run(self, end: impl Future<Output = ()> + Send + 'static) -> io::Result<()> {
        let Self { runtime, listener, app, .. } = self;
        let work = Arc::clone(&app.work);
        let listener = Bounded::new(listener);
        let (over, was_over) = tokio::sync::oneshot::channel();
        let end = async move {
            end.await;
            work.stop();
            let _ = over.send(());
        };
        let served = runtime.block_on(async {
            let serving = axum::serve(listener, service(app).into_make_service_with_connect_info::<Client>())
                .with_graceful_shutdown(end);
            let last = Box::pin(async {
                let _ = was_over.await;
                tokio::time::sleep(Self::LAST).await;
            });
            match select(Box::pin(serving.into_future()), last).await {
                Either::Left((served, _)) => served,
                Either::Right(_) => Ok(()),
            }
        });
        runtime.shutdown_timeout(Self::LAST);
        served
    }

    /// Serves until Ctrl-C or SIGTERM.
    ///
    /// # Errors
    /// When listening fails.
    pub fn run_until_interrupted(self) -> io::Result<()> {
        self.run(interrupted())
    }
}

/// Completes on Ctrl-C or SIGTERM.
async fn interrupted() {
    let by_key = Box::pin(tokio::signal::ctrl_c());
    #[cfg(unix)]
    if let Ok(mut terminate) = tokio::signal::unix::signal(tokio::signal::unix::SignalKind::terminate()) {
        select(by_key, Box::pin(terminate.recv())).await;
        return;
    }
    let _ = by_key.await;
}

/// The service without a socket, for callers that pass it requests themselves. It needs a runtime of tokio with time.
pub fn router(settings: &Settings) -> Router {
    service(Arc::new(App::new(settings)))
}

fn service(app: Arc<App>) -> Router {
    Router::new()
        .merge(api::routes())
        .merge(crate::book::routes())
        .fallback(page::page)
        .layer(DefaultBodyLimit::max(api::BODY))
        .layer(from_fn_with_state(Arc::clone(&app), guard::guard))
        .with_state(app)
}
