// Types of the API, described in docs/json.md and docs/api.md.

/**
 * A number of any size; a string if a double would round it.
 * @typedef {number | string} Big
 *
 * @typedef {{name: string, optional: boolean, takes: "number" | "edges" | "order" | "choice" | "code" | "set", min?: number, max?: number, values?: string[]}} Parameter
 * @typedef {{name: string, notation: string, rules: string, example: string, game: string, paper: string,
 *   group: "catalogue" | "library" | "own", text?: string, board: string,
 *   plane: string | null, sequences: boolean, periods: boolean, parameters: Parameter[]}} Listing
 *
 * A game as structured data. If it has a table: the text of a cell, split at the letters a and b.
 * @typedef {{name: string, parameters: Record<string, string>, block: string | null}} Spec
 * @typedef {{game: string, spec?: Spec, cell?: string[]}} Named
 *
 * What is recognised of a game.
 * @typedef {{inline: string, file: string, description?: string, parameters?: Record<string, number>, example: string,
 *   ends: string | null}} RulesText
 * @typedef {{game: string, normal_form: string | null, rules?: RulesText, same_as: string | null, geometry: string | null,
 *   rays?: string[], holes?: [number, number][], symmetric: boolean | null, tables: string | null, values: string, why: string,
 *   sequences: boolean, periods: boolean}} Recognised
 *
 * @typedef {{kind: "strips" | "piles" | "graph" | "compound", shared?: number, crossed?: number[], strips?: Big[][], one_token?: boolean,
 *   piles?: Big[], edges?: [number, number, boolean][], grows?: boolean}} Board
 * @typedef {{game: string, position: string, text: string, spec?: Spec, board: Board, plane: boolean, cell?: [number, number],
 *   parts?: Part[], closed?: boolean}} Part
 * @typedef {{game: string, position: string, text: string, spec?: Spec, parts: Part[], closed?: boolean,
 *   blocking?: string | null, stuck: boolean}} Place
 *
 * A position to send: as text, as numbers, or as parts.
 * @typedef {{text?: string, spec?: Spec | undefined, piles?: string[], strips?: string[][], parts?: RawPart[],
 *   closed?: boolean | undefined}} RawPart
 *
 * @typedef {{game: string, position: string, value: Big | null, outcome: "N" | "P"}} Component
 * @typedef {{game: string, position: string, value: Big | null, outcome: "N" | "P", wins: Step[],
 *   every_winning_move: boolean, blocking?: string, blocked?: string[], by: string, components?: Component[]}} Valued
 * @typedef {{argument: string[], theorems: {by: string, says: string}[], why: string[], by: string}} Explained
 *
 * A change of a move: the path of the part, and its new numbers.
 * @typedef {{part: number[], piles?: Big[], strips?: Big[][], closed?: boolean}} Change
 * @typedef {{to: string, description: string, changes: Change[]}} Step
 * @typedef {Step & {value: number | null, winning: boolean | null, then_block?: string[]}} Move
 * @typedef {{game: string, position: string, value: number | null, blocking?: string, blocked?: string[], moves: Move[],
 *   unknown?: string}} Listed
 *
 * @typedef {{to: string | null, description: string | null, over: boolean, winner: string | null}} Reply
 * @typedef {{blocked: string[], wins: boolean, over: boolean}} Block
 * @typedef {{to: string, description: string, winning: boolean, then_block?: string[]} | {block: string[], winning: boolean}} Hint
 * @typedef {{text: string, value: number, lines: {kind: string, cells: [number, number][]}[], elsewhere: number}} Crossed
 *
 * @typedef {{game: string, row?: number, value?: number, diagonal?: number, preperiod: number | null, period: number | null,
 *   saltus: number | null, state_period: number | null, verdict: "proved" | "refuted" | "open", searched_to?: number,
 *   candidate?: {preperiod: number, period: number, saltus: number} | null, certificate?: string | null}} Known
 *
 * A claim with its recorded verdict, and with the verdict of a check.
 * @typedef {{id: string, paper: string, place: string, kind: string, statement: string, expected: string,
 *   published: string | null, computed: string | null, witness: string | null,
 *   grade: string | null, why: string | null, instead: string | null}} Recorded
 * @typedef {Recorded & {verdict: string, checked_to: string, differences: number, on_record: boolean, detail: string[],
 *   instead_verdict: string | null, instead_checked_to: string | null}} Told
 *
 * A view of the page. `update` is called when the address changes, `leave` when another view is shown, `again` when the program answers
 * again after it did not.
 * @typedef {{update(params: URLSearchParams): void, leave(): void, again?(): void}} View
 *
 * @typedef {{x: number, y: number}} Point
 */

export {};
