//! Positions from standard input, one a line, and an answer to each as a line of JSON, in the same order.
//!
//! One thread reads, some answer, and the calling thread writes. Lines travel in small batches. The writer takes the batches in the order of
//! the input, and a bounded queue of batches bounds the memory. Lines that are there are answered before the reader waits for more, so
//! that a program at the other end can ask and wait for the answer.

mod lines;
mod told;

use crate::failure::Failure;
use grundy::{Game, InputError, Limits, Position, Template};
use grundy_answers::keep::Shelf;
use grundy_answers::{Ask, Error};
use lines::{Line, Lines};
use serde::Serialize;
use std::collections::HashMap;
use std::io::{self, Write as _};
use std::panic::{AssertUnwindSafe, catch_unwind};
use std::sync::atomic::{AtomicU64, AtomicUsize, Ordering};
use std::sync::mpsc::{Receiver, Sender, SyncSender, channel, sync_channel};
use std::sync::{Arc, Mutex, PoisonError};
use std::time::{Duration, Instant};
use told::Told;

/// Lines of a batch, at most. Few, so that slow lines are spread over the threads.
const BATCH: usize = 16;

/// Batches that are read but not written yet, at most.
const AHEAD: usize = 512;

/// Bytes of answers that are not written yet, beyond which only the batch that is to be written next is answered.
const WAITING: usize = 1 << 26;

/// Answers wait for others of their batch at most this long.
const SEND_EVERY: Duration = Duration::from_millis(20);

/// A question about a position. The flag says whether it is answered completely.
pub type Question<T> = fn(&Game, &Position, Ask<'_>) -> Result<(T, bool), Error>;

/// Asks a question about every position of the input.
pub struct Batch<T> {
    /// The game of the lines; empty if they name their games.
    pub game: String,
    /// The limits for each line.
    pub limits: Limits,
    /// The result store.
    pub shelf: Shelf,
    /// The question.
    pub question: Question<T>,
}

/// The answers to some lines, as they come.
type Answers = Receiver<Told>;

/// Some lines, and where their answers go.
struct Work {
    /// The number of the batch.
    number: u64,
    lines: Vec<Line>,
    answers: Sender<Told>,
}

/// How far the writer is.
#[derive(Default)]
struct Flow {
    /// The number of the batch that is written.
    head: AtomicU64,
    /// Bytes of answers that are not written yet.
    waiting: AtomicUsize,
}

impl Flow {
    /// Waits while there are too many answers, unless this batch is the one to be written. Batches are taken in order, so that one
    /// is being answered.
    fn wait(&self, number: u64) {
        while self.waiting.load(Ordering::Relaxed) > WAITING && self.head.load(Ordering::Relaxed) != number {
            std::thread::sleep(Duration::from_millis(2));
        }
    }
}

impl<T: Serialize + 'static> Batch<T> {
    /// Answers all lines of standard input.
    ///
    /// # Errors
    /// When the game is unknown, standard input cannot be read, standard output cannot be written, or some lines have no answer.
    pub fn run(mut self) -> Result<(), Failure> {
        if !self.game.is_empty() {
            // Before any line is read: a game that is unknown is one error, not one for every line.
            Template::parse(&self.game)?;
        }
        let threads = grundy::solve::rays::threads();
        self.limits.memory /= u64::try_from(threads).unwrap_or(1);
        let (work, to_do) = sync_channel(threads);
        let (order, batches) = sync_channel(AHEAD);
        // These threads are not joined: after a broken pipe the reader may wait for input that never comes.
        std::thread::spawn(move || read(&work, &order));
        let (batch, to_do, flow) = (Arc::new(self), Arc::new(Mutex::new(to_do)), Arc::new(Flow::default()));
        for _ in 0..threads {
            let (batch, to_do, flow) = (Arc::clone(&batch), Arc::clone(&to_do), Arc::clone(&flow));
            std::thread::spawn(move || batch.work(&to_do, &flow));
        }
        write(&batches, &flow)
    }

    /// Answers batches until there are no more.
    fn work(&self, to_do: &Mutex<Receiver<Work>>, flow: &Flow) {
        let mut games = Games { given: &self.game, known: HashMap::new() };
        loop {
            let next = to_do.lock().unwrap_or_else(PoisonError::into_inner).recv();
            let Ok(Work { number, lines, answers }) = next else { return };
            let send = |told: &mut Told| {
                flow.waiting.fetch_add(told.text.len(), Ordering::Relaxed);
                // Sending fails after a broken pipe, when the program is about to end.
                let _ = answers.send(std::mem::take(told));
            };
            let (mut told, mut since) = (Told::default(), Instant::now());
            for line in lines {
                flow.wait(number);
                self.answer(&line, &mut games, &mut told);
                if since.elapsed() > SEND_EVERY {
                    send(&mut told);
                    since = Instant::now();
                }
            }
            send(&mut told);
        }
    }

    /// Adds the answer to a line.
    fn answer(&self, line: &Line, games: &mut Games<'_>, told: &mut Told) {
        let (game, position) =
            match line.text.as_ref().map_err(Clone::clone).and_then(|text| games.parse(text)) {
                Ok(parsed) => parsed,
                Err(error) => return told.wrong(line.number, &error),
            };
        let ask = Ask { limits: self.limits, ..Ask::alone(&self.shelf) };
        let ask = Ask { how: grundy::solve::rays::How { threads: 1, ..ask.how }, ..ask };
        match catch_unwind(AssertUnwindSafe(|| (self.question)(&game, &position, ask))) {
            Ok(Ok((answer, is_complete))) => told.add(&answer, is_complete),
            Ok(Err(error)) => told.unanswered(line.number, &game, &position, &error),
            Err(_) => {
                let error = InputError::whole("the question panicked").hint("please report this");
                told.wrong(line.number, &error);
            }
        }
    }
}

/// Reads lines, and sends a batch when it is full or the next line is not there yet.
fn read(work: &SyncSender<Work>, order: &SyncSender<io::Result<Answers>>) {
    let mut lines = Lines::new(io::stdin());
    let (mut batch, mut number) = (Vec::with_capacity(BATCH), 0);
    let mut send = |batch: &mut Vec<Line>| {
        let (answers, receive) = channel();
        let next = Work { number, lines: std::mem::take(batch), answers };
        number += 1;
        order.send(Ok(receive)).is_ok() && work.send(next).is_ok()
    };
    loop {
        if (batch.len() >= BATCH || !lines.is_ready()) && !batch.is_empty() && !send(&mut batch) {
            return;
        }
        match lines.next() {
            Ok(Some(line)) => batch.push(line),
            Ok(None) => break,
            Err(error) => {
                let _ = order.send(Err(error));
                return;
            }
        }
    }
    if !batch.is_empty() {
        send(&mut batch);
    }
}

/// Writes the answers in the order of the batches.
fn write(batches: &Receiver<io::Result<Answers>>, flow: &Flow) -> Result<(), Failure> {
    let mut out = io::stdout().lock();
    let (mut wrong, mut open) = (0_u64, 0_u64);
    for answers in batches {
        for told in answers? {
            out.write_all(&told.text)?;
            out.flush()?;
            flow.waiting.fetch_sub(told.text.len(), Ordering::Relaxed);
            wrong += told.wrong;
            open += told.open;
        }
        flow.head.fetch_add(1, Ordering::Relaxed);
    }
    if wrong + open == 0 { Ok(()) } else { Err(Failure::Lines { wrong, open }) }
}

/// Parses lines, and remembers the games in them: parsing a game costs more than looking up a value.
struct Games<'g> {
    /// The game of the lines; empty if they name their games.
    given: &'g str,
    known: HashMap<String, Game>,
}

impl Games<'_> {
    /// Games to remember, at most.
    const MOST: usize = 1000;

    fn parse(&mut self, line: &str) -> Result<(Game, Position), InputError> {
        let (game, position) = match self.given {
            "" => line.split_once(char::is_whitespace).unwrap_or((line, "")),
            game => (game, line),
        };
        if let Some(parsed) = self.known(game, position) {
            return Ok(parsed);
        }
        // Sums, compounds and errors.
        match self.given {
            "" => grundy::parse(line),
            game => grundy::parse(&format!("{game} {line}")),
        }
    }

    /// A position of a single game without components.
    fn known(&mut self, game: &str, position: &str) -> Option<(Game, Position)> {
        let known = if let Some(known) = self.known.get(game) {
            known
        } else {
            let parsed = grundy::game(game).ok()?;
            if self.known.len() >= Self::MOST {
                self.known.clear();
            }
            self.known.entry(game.to_owned()).or_insert(parsed)
        };
        let position = Template::slice(known, position).ok()?.at(&[]).ok()?;
        Some((Game::clone(known), position))
    }
}
