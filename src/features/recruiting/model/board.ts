/** The cards of a board: what is shown, and how they move. Pure. */
import type { ApplicationState } from '#contract/job-applications/applications.ts'
import {
  pipelineStates,
  type Board,
  type BoardCard,
  type MoveResult,
  type PipelineState,
} from '#contract/job-applications/pipeline.ts'
import type { BoardFilters } from './recruit-filters.ts'

export interface Move {
  id: number
  from: ApplicationState
  to: PipelineState
}

/** Same letters whatever their case and accents. */
const folded = (text: string): string =>
  text
    .normalize('NFKD')
    .replaceAll(/\p{Mn}/gu, '')
    .toLowerCase()

const names = new Intl.Collator()
const later = (a: string, b: string): number => Number(b > a) - Number(b < a)

const ORDERS: Record<BoardFilters['order'], (a: BoardCard, b: BoardCard) => number> = {
  newest: (a, b) => later(a.applied_at, b.applied_at) || b.id - a.id,
  name: (a, b) => names.compare(a.name, b.name) || a.id - b.id,
  rating: (a, b) => (b.rating ?? 0) - (a.rating ?? 0) || b.id - a.id,
}

export const shownCards = (
  cards: readonly BoardCard[],
  { search, state, order }: Pick<BoardFilters, 'search' | 'state' | 'order'>,
): BoardCard[] => {
  const words = folded(search.trim())
  const isNamed = ({ name }: BoardCard) => words === '' || folded(name).includes(words)
  return cards
    .filter((card) => (state === null || card.state === state) && isNamed(card))
    .toSorted(ORDERS[order])
}

export const isPipelineState = (state: string | undefined): state is PipelineState =>
  pipelineStates.some((each) => each === state)

/** Only the learner withdraws; such an application does not move any more. */
export const isMovable = ({ state }: Pick<BoardCard, 'state'>): boolean => state !== 'withdrawn'

export const movesTo = (cards: readonly BoardCard[], to: PipelineState): Move[] =>
  cards
    .filter((card) => isMovable(card) && card.state !== to)
    .map(({ id, state }) => ({ id, from: state, to }))

/** Takes those moves back that happened. */
export const inverse = (moves: readonly Move[], results: readonly MoveResult[]): Move[] =>
  moves.flatMap(({ id, from, to }) =>
    from !== 'withdrawn' && results.some((result) => result.id === id && result.result === 'moved')
      ? [{ id, from: to, to: from }]
      : [],
  )

/** The board with these states, as it is shown until the server's answer. */
export const withStates = (board: Board, states: ReadonlyMap<number, ApplicationState>): Board => ({
  ...board,
  cards: board.cards.map((card) => {
    const state = states.get(card.id)
    return state === undefined || state === card.state ? card : { ...card, state }
  }),
})

/** Results that are not as wanted. */
export const refusedOf = (results: readonly MoveResult[]): MoveResult[] =>
  results.filter(({ result }) => result !== 'moved' && result !== 'unchanged')
