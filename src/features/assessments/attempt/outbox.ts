/** Exams of which something waits on this device; they are sent without being asked and not given up by hand. */
import { currentLanguage } from '#src/core/i18n/language.ts'
import type { OutboxLine, OutboxSource } from '#src/core/offline/outbox.ts'
import { currentOwner } from '#src/core/offline/owner.ts'
import { onReturned } from '#src/core/offline/returned.ts'
import { paths } from '#src/core/paths.ts'
import { said } from '../model/labels.ts'
import { ATTEMPTS, keptPaper, storedAttempts, type StoredAttempt } from './disk.ts'
import { sendAllLeftBehind } from './left-behind.ts'

declare module '#src/core/offline/outbox.ts' {
  interface OutboxKinds {
    exam: true
    submission: true
  }
}

const hasAnswers = ({ record }: StoredAttempt) => record.entries.length > 0 || record.submitting

const describe = async ({ id, record }: StoredAttempt): Promise<OutboxLine> => {
  const paper = await keptPaper(currentOwner(), id)
  const given = record.entries.map((entry) => entry.given.wall)
  return {
    id,
    kind: record.submitting ? 'submission' : 'exam',
    title: paper && said(paper.title, currentLanguage(), paper.main_language),
    since: given.length > 0 ? Math.min(...given) : null,
    path: paths.assessmentQuiz(id),
    isDraft: false,
    refused: null,
    isPermanent: true,
  }
}

export const attemptOutbox: OutboxSource = {
  name: ATTEMPTS,
  list: async () => Promise.all((await storedAttempts(currentOwner())).filter(hasAnswers).map(describe)),
  retry: sendAllLeftBehind,
  discard: () => Promise.resolve(),
  subscribe: onReturned,
}
