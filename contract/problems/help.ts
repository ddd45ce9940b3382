/** Hints and the author's solution, which open after a number of submissions. Pure; the server decides by it. */
import * as z from 'zod/mini'

export const HINTS_MAX = 5
export const HINT_MAX = 1_000
/** The largest number of submissions that an author may ask for before a hint or the solution. */
export const HELP_AFTER_MAX = 20

export const problemHelp = z.object({
  /** The open hints, in the author's order. */
  hints: z.array(z.object({ id: z.uuid(), text: z.string() })),
  /** Submissions until the next hint opens; null when there is none. */
  next_hint_in: z.nullable(z.int()),
  /** The author's solution; null while it is closed, or when the author shows none. */
  solution: z.nullable(z.string()),
  /** Submissions until the solution opens; null when it is open or never shown. */
  solution_in: z.nullable(z.int()),
})
export type ProblemHelp = z.infer<typeof problemHelp>

/** What the author wrote. */
export interface AuthoredHelp {
  hints: readonly { id: string; text: string; after: number }[]
  solution: string
  solution_after: number | null
}

/** The help that is open after these submissions; undefined for a problem without any. Solving the problem opens all. */
export const openHelp = (
  { hints, solution, solution_after: solutionAfter }: AuthoredHelp,
  { attempts, solved }: { attempts: number; solved: boolean },
): ProblemHelp | undefined => {
  const offersSolution = solutionAfter !== null && solution.trim() !== ''
  if (hints.length === 0 && !offersSolution) return undefined
  const isOpen = (after: number) => solved || attempts >= after
  const closed = hints.filter(({ after }) => !isOpen(after)).map(({ after }) => after - attempts)
  const isSolutionOpen = offersSolution && isOpen(solutionAfter)
  return {
    hints: hints.filter(({ after }) => isOpen(after)).map(({ id, text }) => ({ id, text })),
    next_hint_in: closed.length > 0 ? Math.min(...closed) : null,
    solution: isSolutionOpen ? solution : null,
    solution_in: offersSolution && !isSolutionOpen ? solutionAfter - attempts : null,
  }
}
