//! Tables, their tiles, and the lines through a cell.

use super::ask::{Asked, json, parsed, read_template, stream, wants_events, written};
use super::positions::few_moves;
use crate::page::{BUILD, client_has};
use crate::refusal::Refusal;
use crate::server::App;
use crate::tables::{Made, Wanted};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::{Strategist, options};
use grundy_answers::{Crossed, full};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::Arc;

/// Cells along a side of a tile.
const SIDE: u64 = 256;
/// The value where there is no position.
const NONE: u32 = u32::MAX;

/// The query of a tile.
#[derive(Deserialize, Hash)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    game: String,
    max: u64,
    x: u64,
    y: u64,
    #[serde(default)]
    zoom: u32,
}

impl Tile {
    /// The entity tag: equal for the same query and build.
    fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (*BUILD, self).hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }

    /// The row or column of a cell; `None` outside the table.
    fn coordinate(&self, tile: u64, cell: u64) -> Option<usize> {
        let place = tile.checked_mul(SIDE)?.checked_add(cell)?;
        let place = place.checked_mul(1_u64.checked_shl(self.zoom)?)?;
        usize::try_from(place).ok().filter(|_| place <= self.max)
    }

    /// The values by rows, row 0 first, as little-endian 32-bit numbers.
    fn bytes(&self, made: &Made) -> Vec<u8> {
        let columns: Vec<Option<usize>> = (0..SIDE).map(|cell| self.coordinate(self.x, cell)).collect();
        let mut bytes = Vec::new();
        for row in (0..SIDE).map(|cell| self.coordinate(self.y, cell)) {
            for column in &columns {
                let value = row.zip(*column).and_then(|(a, b)| made.table.get(a, b));
                let value = value.and_then(|value| u32::try_from(value.0).ok()).unwrap_or(NONE);
                bytes.extend(value.to_le_bytes());
            }
        }
        bytes
    }
}

/// A tile of a table, with every 2^zoom-th cell.
pub async fn tile(
    State(app): State<Arc<App>>,
    Asked(tile): Asked<Tile>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    if tile.zoom > 32 {
        return Err(Refusal::bad("zoom must be from 0 to 32"));
    }
    let game = tile.game.clone();
    let template = parsed(&app, move || read_template(&game)).await?;
    let tag = tile.tag();
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "private, max-age=3600".to_owned())];
    if client_has(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let made = match app.tables.want(&app.work, template, tile.max, false)? {
        Wanted::Ready(made) => made,
        Wanted::Soon(waiting) => waiting.made().await?,
    };
    let bytes = tile.bytes(&made);
    Ok((common, [(header::CONTENT_TYPE, "application/octet-stream")], bytes).into_response())
}

/// Sizes of tables that clients may offer.
const SIZES: [u64; 7] = [255, 1023, 4095, 8191, 16_383, 32_767, 65_535];

/// The query of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct To {
    game: String,
    max: u64,
}

#[derive(Serialize)]
struct TableInfo<'t> {
    game: &'t str,
    table: &'t str,
    max: u64,
    by: &'static str,
    symmetric: bool,
    largest: Option<u64>,
    fits: u64,
}

impl<'t> TableInfo<'t> {
    fn of(To { game, max }: &'t To, name: &'t str, fits: u64, made: &Made) -> Result<String, Refusal> {
        let side = usize::try_from(*max).unwrap_or(usize::MAX).saturating_add(1);
        let values = (0..side).flat_map(|a| made.table.row(a).take(side).flatten());
        let largest = values.map(|value| value.0).max();
        json(&Self {
            game: name,
            table: game,
            max: *max,
            by: made.by,
            symmetric: made.symmetric,
            largest,
            fits,
        })
    }
}

/// Computes a table and describes it.
pub async fn table(
    State(app): State<Arc<App>>,
    Asked(to): Asked<To>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    let game = to.game.clone();
    let template = parsed(&app, move || read_template(&game)).await?;
    let name = template.game().name();
    let fits = app.tables.fits(&template, &SIZES);
    let waiting = match app.tables.want(&app.work, template, to.max, wants_events(&headers))? {
        Wanted::Ready(made) => {
            return Ok(written(app.work.quick(move || TableInfo::of(&to, &name, fits, &made)).await?));
        }
        Wanted::Soon(waiting) => waiting,
    };
    let progress = waiting.progress.clone();
    let work = Arc::clone(&app.work);
    let answer = Box::pin(async move {
        let made = waiting.made().await?;
        work.quick(move || TableInfo::of(&to, &name, fits, &made)).await
    });
    if wants_events(&headers) {
        return Ok(stream(progress, answer));
    }
    Ok(written(answer.await?))
}

/// The query of a cell.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Cell {
    game: String,
    a: u64,
    b: u64,
}

/// The lines through a cell.
pub async fn lines(State(app): State<Arc<App>>, Asked(cell): Asked<Cell>) -> Result<Response, Refusal> {
    let found = app.tables.find(&cell.game, cell.a.max(cell.b));
    let limits = app.limits;
    let crossed = move || {
        let template = read_template(&cell.game)?;
        let position = template.at(&[("a", cell.a), ("b", cell.b)])?;
        let game = template.game();
        few_moves(game, &position, limits)?;
        let place = |number| usize::try_from(number).ok();
        let known = found.as_ref().and_then(|made| made.table.get(place(cell.a)?, place(cell.b)?));
        let value = match known {
            Some(value) => value,
            None => Strategist::within(game, limits).value(&position)?,
        };
        let moves = options(game.as_ref(), &position, usize::MAX)?;
        json(&Crossed::new(&template, (cell.a, cell.b), full(game, &position), value, &moves))
    };
    Ok(written(app.work.quick(crossed).await?))
}
