import { useMutation, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import type { RejectionReason } from '#contract/job-applications/applications.ts'
import type { Board, MoveResult } from '#contract/job-applications/pipeline.ts'
import { inverse, withStates, type Move } from '../model/board.ts'
import { recruitingKeys, sendMoves } from './recruiting.queries.ts'

interface Extra {
  undo?: boolean
  reason?: RejectionReason
  message?: string
}
export interface MoveOutcome {
  moves: readonly Move[]
  results: readonly MoveResult[]
  undone: boolean
}

/** Moves cards at once, and back where the server refuses. The last outcome can be taken back. */
export const useMoves = (jobId: number) => {
  const cache = useQueryClient()
  const [outcome, setOutcome] = useState<MoveOutcome | null>(null)
  const key = recruitingKeys.board(jobId)
  const show = (states: ReadonlyMap<number, Move['from']>) =>
    cache.setQueryData(key, (board: Board | undefined) => board && withStates(board, states))
  const { mutate, error, isPending } = useMutation({
    mutationFn: ({ moves, extra }: { moves: Move[]; extra: Extra }) => sendMoves(jobId, { moves, ...extra }),
    onMutate: ({ moves }) => {
      setOutcome(null)
      show(new Map(moves.map(({ id, to }) => [id, to])))
    },
    onError: (_error, { moves }) => show(new Map(moves.map(({ id, from }) => [id, from]))),
    onSuccess: ({ results }, { moves, extra }) => {
      show(new Map(results.flatMap(({ id, state }) => (state === null ? [] : [[id, state] as const]))))
      setOutcome({ moves, results, undone: extra.undo === true })
    },
    onSettled: () => cache.invalidateQueries({ queryKey: recruitingKeys.all }),
  })
  return {
    move: (moves: Move[], extra: Extra = {}) => {
      if (moves.length > 0) mutate({ moves, extra })
    },
    undo: () => {
      if (outcome) mutate({ moves: inverse(outcome.moves, outcome.results), extra: { undo: true } })
    },
    outcome,
    forget: () => setOutcome(null),
    error,
    isPending,
  }
}
export type Moves = ReturnType<typeof useMoves>
