//! Tables, their tiles, and the lines through a cell.

use super::ask::{Asked, json, parsed, read_template, stream, wants_events, written};
use super::positions::few_moves;
use crate::page::{BUILD, client_has};
use crate::refusal::Refusal;
use crate::server::App;
use crate::tables::{Content, Made, Waiting, Wanted};
use axum::extract::State;
use axum::http::{HeaderMap, StatusCode, header};
use axum::response::{IntoResponse, Response};
use grundy::table::{Pool, Pooled, Window};
use grundy::{Engine, Plan, Strategist, options};
use grundy_answers::{Crossed, full};
use serde::{Deserialize, Serialize};
use std::hash::{DefaultHasher, Hash, Hasher};
use std::sync::{Arc, PoisonError};

/// Squares along a side of a tile.
const SIDE: usize = 256;
/// The value where there is no position.
const NONE: u32 = u32::MAX;

/// What stands for a square of cells: `first`, `least`, `largest`, or a value, which stands for the squares that have it.
#[derive(Deserialize, Hash)]
#[serde(transparent)]
struct Pooling(String);

impl Default for Pooling {
    fn default() -> Self {
        Self("first".to_owned())
    }
}

impl Pooling {
    fn pool(&self) -> Result<Pool, Refusal> {
        match self.0.as_str() {
            "first" => Ok(Pool::First),
            "least" => Ok(Pool::Least),
            "largest" => Ok(Pool::Largest),
            value => value.parse().map(Pool::Value).map_err(|_| {
                Refusal::bad(format!("cannot pool by `{value}`"))
                    .hint("first, least, largest, or a value that is looked for")
            }),
        }
    }
}

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
    #[serde(default)]
    pool: Pooling,
    /// Whether what is known by now will do.
    #[serde(default)]
    so_far: bool,
}

impl Tile {
    /// The entity tag: equal for the same query and build.
    fn tag(&self) -> String {
        let mut hasher = DefaultHasher::new();
        (*BUILD, self).hash(&mut hasher);
        format!("\"{:016x}\"", hasher.finish())
    }

    /// Its part of the table; `None` if it lies outside.
    fn window(&self) -> Option<Window> {
        let side = u64::try_from(SIDE).ok()?;
        let first = |tile: u64| {
            let square = tile.checked_mul(side)?;
            let cell = square.checked_mul(1_u64.checked_shl(self.zoom)?)?;
            usize::try_from(square).ok().filter(|_| cell <= self.max)
        };
        Some(Window { row: first(self.y)?, column: first(self.x)?, side: SIDE, zoom: self.zoom })
    }
}

/// The values by rows, row 0 first, as little-endian 32-bit numbers.
fn bytes(tile: &Pooled) -> Vec<u8> {
    let Window { row, column, side, .. } = tile.window();
    let mut bytes = Vec::with_capacity(4 * side * side);
    for row in row..row + side {
        for column in column..column + side {
            bytes.extend_from_slice(&tile.get(row, column).unwrap_or(NONE).to_le_bytes());
        }
    }
    bytes
}

/// A tile without positions.
fn nothing() -> Vec<u8> {
    NONE.to_le_bytes().repeat(SIDE * SIDE)
}

/// A tile of a table: 256 times 256 squares of 2^zoom times 2^zoom cells.
pub async fn tile(
    State(app): State<Arc<App>>,
    Asked(tile): Asked<Tile>,
    headers: HeaderMap,
) -> Result<Response, Refusal> {
    if tile.zoom > 32 {
        return Err(Refusal::bad("zoom must be from 0 to 32"));
    }
    let pool = tile.pool.pool()?;
    let game = tile.game.clone();
    let template = parsed(&app, move || read_template(&game)).await?;
    let tag = tile.tag();
    let kind = (header::CONTENT_TYPE, "application/octet-stream");
    let common = [(header::ETAG, tag.clone()), (header::CACHE_CONTROL, "private, max-age=3600".to_owned())];
    if client_has(&headers, &tag) {
        return Ok((StatusCode::NOT_MODIFIED, common).into_response());
    }
    let Some(window) = tile.window() else {
        Plan::new(&template, tile.max, Engine::Best)?;
        return Ok((common, [kind], nothing()).into_response());
    };
    let (max, so_far) = (tile.max, tile.so_far);
    let made = match app.tables.want_tile(&app.work, template, max, (window, pool))? {
        Wanted::Ready(made) => made,
        Wanted::Soon(Waiting { so_far: known, .. }) if so_far => {
            let cut = move || {
                let pooled = known.as_ref().map(|known| known.lock().unwrap_or_else(PoisonError::into_inner));
                Ok(pooled.map_or_else(nothing, |pooled| bytes(&pooled.pooled(window))))
            };
            let soon = [kind, (header::CACHE_CONTROL, "no-store")];
            return Ok((soon, app.work.quick(cut).await?).into_response());
        }
        Wanted::Soon(waiting) => waiting.made().await?,
    };
    let bytes = app.work.quick(move || Ok(bytes(&made.tile(max, window, pool)))).await?;
    Ok((common, [kind], bytes).into_response())
}

/// Sizes of tables that clients may offer.
const SIZES: [u64; 7] = [255, 1023, 4095, 8191, 16_383, 32_767, 65_535];

/// The query of a table.
#[derive(Deserialize)]
#[serde(deny_unknown_fields)]
pub struct To {
    game: String,
    max: u64,
    #[serde(default)]
    pool: Pooling,
}

#[derive(Serialize)]
struct TableInfo<'t> {
    game: &'t str,
    table: &'t str,
    max: u64,
    by: &'static str,
    symmetric: bool,
    largest: Option<u64>,
    /// The zoom from which on tiles are cut from an overview; 0 if all cells are there.
    overview: u32,
    fits: u64,
}

impl<'t> TableInfo<'t> {
    fn of(To { game, max, .. }: &'t To, name: &'t str, fits: u64, made: &Made) -> Result<String, Refusal> {
        let (largest, overview) = match &made.content {
            Content::Whole(table) => {
                let side = usize::try_from(*max).unwrap_or(usize::MAX).saturating_add(1);
                let values = (0..side).flat_map(|a| table.row(a).take(side).flatten());
                (values.map(|value| value.0).max(), 0)
            }
            Content::Pooled(pooled) => {
                let known = pooled.pool() == Pool::Largest;
                (pooled.largest().filter(|_| known).map(u64::from), pooled.window().zoom)
            }
        };
        let Made { by, symmetric, .. } = *made;
        json(&Self { game: name, table: game, max: *max, by, symmetric, largest, overview, fits })
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
    let (name, pool) = (template.game().name(), to.pool.pool()?);
    let wanted = app.tables.want(&app.work, template.clone(), to.max, pool, wants_events(&headers))?;
    let tables = Arc::clone(&app.tables);
    let (to, template) = (Arc::new(to), Arc::new(template));
    let described = move |made: &Made| {
        let fits = tables.fits(&template, &SIZES, made);
        TableInfo::of(&to, &name, fits, made)
    };
    let waiting = match wanted {
        Wanted::Ready(made) => return Ok(written(app.work.quick(move || described(&made)).await?)),
        Wanted::Soon(waiting) => waiting,
    };
    let progress = waiting.progress.clone();
    let work = Arc::clone(&app.work);
    let answer = Box::pin(async move {
        let made = waiting.made().await?;
        work.quick(move || described(&made)).await
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
        let known = found.as_ref().and_then(|made| match &made.content {
            Content::Whole(table) => table.get(place(cell.a)?, place(cell.b)?),
            Content::Pooled(_) => None,
        });
        let value = match known {
            Some(value) => value,
            None => Strategist::within(game, limits).value(&position)?,
        };
        let moves = options(game.as_ref(), &position, usize::MAX)?;
        json(&Crossed::new(&template, (cell.a, cell.b), full(game, &position), value, &moves))
    };
    Ok(written(app.work.quick(crossed).await?))
}
