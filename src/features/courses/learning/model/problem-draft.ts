/** Chooses between the draft of this device and the server's. Pure. */
import type { ProblemAnswer, ProblemKind, ShownProblem } from '#contract/problems/problems.ts'

/** The draft saved on this device, with the server revision it is based on. */
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
      JSON.stringify(cells.map(({ cell, value }) => `${cell}=${value}`).toSorted((x, y) => (x < y ? -1 : 1)))
    return sorted(a.cells) === sorted(b.cells)
  }
  if (a.kind === 'text' && b.kind === 'text') return a.text === b.text
  return a.kind === b.kind && 'code' in a && 'code' in b && a.code === b.code
}

export const parseLocalDraft = (text: string | null, kind: ProblemKind): LocalDraft | null => {
  try {
    const stored = JSON.parse(text ?? 'null') as Partial<LocalDraft> | null
    if (stored?.answer?.kind !== kind || typeof stored.revision !== 'number') return null
    return { answer: stored.answer, revision: stored.revision }
  } catch {
    return null
  }
}

export interface DraftChoice {
  answer: ProblemAnswer
  /** The server revision that the answer is based on. */
  revision: number
  /** True when the answer is only on this device. */
  isUnsent: boolean
  /** The server's draft when another device saved while this one had an unsent answer: the person chooses. */
  conflict: ServerDraft | null
}

/** Never discards an unsent answer and never overwrites a newer draft on the server. */
export const chooseDraft = (
  starter: ProblemAnswer,
  local: LocalDraft | null,
  server: ServerDraft | null,
): DraftChoice => {
  const serverChoice: DraftChoice = {
    answer: server?.answer ?? starter,
    revision: server?.revision ?? 0,
    isUnsent: false,
    conflict: null,
  }
  if (!local || isSameAnswer(local.answer, serverChoice.answer)) return serverChoice
  const isBasedOnServer = local.revision === serverChoice.revision
  return {
    answer: local.answer,
    revision: serverChoice.revision,
    isUnsent: true,
    conflict: isBasedOnServer ? null : server,
  }
}

/** The person's decision: this device's answer on top of the server's revision, or the server's answer. */
export const resolveConflict = (
  choice: DraftChoice,
  conflict: ServerDraft,
  keepOwn: boolean,
): DraftChoice => ({
  answer: keepOwn ? choice.answer : conflict.answer,
  revision: conflict.revision,
  isUnsent: keepOwn && choice.isUnsent,
  conflict: null,
})
