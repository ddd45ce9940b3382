/** Exams of which something waits on this device; they go by themselves and are not given up by hand. */
import { currentLanguage } from '#src/core/i18n/language.ts'
import type { OutboxSource, Waiting } from '#src/core/outbox/outbox.ts'
import { paths } from '#src/core/paths.ts'
import { onBack } from '#src/core/seal/back.ts'
import { said } from '../model/labels.ts'
import { keptAttempts, keptPaper, type KeptAttempt } from './disk.ts'
import { sendAllLeftBehind } from './left-behind.ts'
import { ownerNow } from './owner.ts'

const hasWords = ({ record }: KeptAttempt) => record.entries.length > 0 || record.submitting

const waitingOf = async ({ id, record }: KeptAttempt): Promise<Waiting> => {
  const paper = await keptPaper(ownerNow(), id)
  const given = record.entries.map((entry) => entry.given.wall)
  return {
    id,
    kind: record.submitting ? 'submission' : 'exam',
    title: paper && said(paper.title, currentLanguage(), paper.main_language),
    since: given.length > 0 ? Math.min(...given) : null,
    path: paths.assessmentQuiz(id),
    sends: true,
    refused: null,
    stays: true,
  }
}

export const attemptOutbox: OutboxSource = {
  name: 'exams',
  list: async () => Promise.all((await keptAttempts(ownerNow())).filter(hasWords).map(waitingOf)),
  retry: sendAllLeftBehind,
  discard: () => Promise.resolve(),
  subscribe: onBack,
}
