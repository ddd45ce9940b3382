/** Which answer to go on with: the device's or the server's. Pure. */
import type { ProblemAnswer, ProblemKind, ShownProblem } from '#contract/problems/problems.ts'

/** As kept on the device: the answer, and the server's revision that it was written on top of. */
export interface LocalDraft {
  answer: ProblemAnswer
  revision: number
}
export interface ServerDraft {
  answer: ProblemAnswer
  revision: number
  saved_at: string
}

export const starterAnswer = (problem: ShownProblem): ProblemAnswer => {
  if (problem.kind === 'text') return { kind: 'text', text: '' }
  if (problem.kind === 'spreadsheet') return { kind: 'spreadsheet', cells: [] }
  return { kind: problem.kind, code: problem.starter }
}

export const isSameAnswer = (a: ProblemAnswer, b: ProblemAnswer): boolean => {
  if (a.kind === 'spreadsheet' && b.kind === 'spreadsheet') {
    const sorted = (cells: typeof a.cells) =>
      JSON.stringify(cells.map((each) => `${each.cell}=${each.value}`).toSorted((x, y) => (x < y ? -1 : 1)))
    return sorted(a.cells) === sorted(b.cells)
  }
  if (a.kind === 'text' && b.kind === 'text') return a.text === b.text
  return a.kind === b.kind && 'code' in a && 'code' in b && a.code === b.code
}

export const parseLocalDraft = (text: string | null, kind: ProblemKind): LocalDraft | null => {
  try {
    const kept = JSON.parse(text ?? 'null') as Partial<LocalDraft> | null
    if (kept?.answer?.kind !== kind || typeof kept.revision !== 'number') return null
    return { answer: kept.answer, revision: kept.revision }
  } catch {
    return null
  }
}

export interface DraftChoice {
  answer: ProblemAnswer
  /** The server's revision that the answer stands on. */
  revision: number
  /** Something is only on this device. */
  isUnsent: boolean
  /** Another device went on while this one held something unsent: the person chooses. */
  conflict: ServerDraft | null
}

/** What is only here is never thrown away, and what is newer there is never written over. */
export const chooseDraft = (
  starter: ProblemAnswer,
  local: LocalDraft | null,
  server: ServerDraft | null,
): DraftChoice => {
  const theirs: DraftChoice = {
    answer: server?.answer ?? starter,
    revision: server?.revision ?? 0,
    isUnsent: false,
    conflict: null,
  }
  if (!local || isSameAnswer(local.answer, theirs.answer)) return theirs
  const known = local.revision === theirs.revision
  return { answer: local.answer, revision: theirs.revision, isUnsent: true, conflict: known ? null : server }
}
