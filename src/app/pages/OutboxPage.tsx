import { attemptOutbox } from '#src/features/assessments/index.ts'
import { forumOutbox } from '#src/features/community/index.ts'
import { assessmentOutbox } from '#src/features/assessments/admin/index.ts'
import { questionOutbox } from '#src/features/question-bank/index.ts'
import { progressOutbox } from '#src/features/courses/learning/index.ts'
import { reviewOutbox } from '#src/features/courses/index.ts'
import { timeOutbox } from '#src/core/activity/outbox.ts'
import { openSealed, sealedOutbox } from '#src/core/seal/arrive.ts'
import { OutboxPage as Outbox } from '#src/features/offline/index.ts'

/** Each feature lists the entries of its own queue. */
const sources = [
  attemptOutbox,
  progressOutbox,
  forumOutbox,
  reviewOutbox,
  assessmentOutbox,
  questionOutbox,
  timeOutbox,
  sealedOutbox,
]

const loadSources = () => {
  void openSealed()
  return Promise.resolve(sources)
}

export const OutboxPage = () => <Outbox load={loadSources} />
