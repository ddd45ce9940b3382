import { attemptOutbox } from '#src/features/assessments/index.ts'
import { forumOutbox } from '#src/features/community/index.ts'
import { assessmentOutbox } from '#src/features/assessments/admin/outbox.ts'
import { questionOutbox } from '#src/features/question-bank/outbox.ts'
import { progressOutbox } from '#src/features/courses/learning/index.ts'
import { reviewOutbox } from '#src/features/courses/outbox.ts'
import { timeOutbox } from '#src/core/activity/outbox.ts'
import { openSealed, sealedOutbox } from '#src/core/seal/arrive.ts'
import { OutboxPage as Outbox, SavedPage as Saved } from '#src/features/offline/index.ts'

/** The component of a lazy page must not be lazy itself. */
export const SavedPage = () => <Saved />

/** Each feature lists the entries of its own queue. */
const loadSources = async () => {
  const sources = await Promise.all([attemptOutbox(), progressOutbox(), forumOutbox()])
  void openSealed()
  return [...sources, reviewOutbox, assessmentOutbox, questionOutbox, timeOutbox, sealedOutbox]
}

export const OutboxPage = () => <Outbox load={loadSources} />
