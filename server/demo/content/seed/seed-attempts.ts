/** Past attempts at the demo assessments: enough of them for percentiles and for the question analysis. */
import { sql } from 'kysely'
import type { Letter } from '#contract/assessments/shapes.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import { addPastSitting, pastAssessment, type PastQuestion } from '#server/features/assessments/index.ts'
import { drawQuestions } from '#server/features/question-bank/index.ts'
import { seededRandom, type RandomSource } from '../random.ts'
import type { ContentTenant } from './seed-courses.ts'

const DAY_MS = 86_400_000
const MINUTE_MS = 60_000
const LETTERS: readonly Letter[] = ['A', 'B', 'C', 'D']
const DIFFICULTY_OFFSETS: Readonly<Record<PastQuestion['difficulty'], number>> = {
  easy: 0.2,
  medium: 0,
  hard: -0.25,
}
/** Indexes of the students who left the tab so often that staff should review the attempt. */
const LEFT_TAB_STUDENTS = [4, 17]
/** Index of the student who appealed a staff decision. */
const APPEALING_STUDENT = 17

/** Skilled learners answer correctly more often. Others guess, or sometimes give no answer. */
const answerChooser =
  (random: RandomSource, skill: number, topicOffsets: ReadonlyMap<number, number>) =>
  ({ topicId, difficulty, right }: PastQuestion): Letter | null => {
    if (random.chance(skill + DIFFICULTY_OFFSETS[difficulty] + (topicOffsets.get(topicId) ?? 0))) return right
    return random.chance(0.12) ? null : (LETTERS[random.integer(0, 3)] ?? 'A')
  }

interface Learner {
  id: number
  index: number
  skill: number
}

const addAttempt = async (
  db: TenantDb,
  clientId: number,
  random: RandomSource,
  attempt: { learner: Learner; assessmentId: number; number: number; startedAt: Date; phone: string | null },
): Promise<string | null> => {
  const assessment = await pastAssessment(db, clientId, attempt.assessmentId)
  const id = random.uuid()
  const questions = await drawQuestions(db, clientId, { id: attempt.assessmentId }, id)
  if (!assessment || !questions) return null
  // Each learner has one topic that is easy for them and one that is hard.
  const topics = [...new Set(questions.map((question) => question.topic_id))].toSorted((a, b) => a - b)
  const topicOffsets = new Map([
    [topics[attempt.learner.index % topics.length] ?? 0, 0.15],
    [topics[(attempt.learner.index + 1) % topics.length] ?? 0, -0.2],
  ])
  const isFull = assessment.variant === 'full'
  const leavesTab = isFull && LEFT_TAB_STUDENTS.includes(attempt.learner.index)
  await addPastSitting(db, clientId, assessment, {
    id,
    holder: random.uuid(),
    userId: attempt.learner.id,
    assessmentId: attempt.assessmentId,
    number: attempt.number,
    startedAt: attempt.startedAt,
    minutes: assessment.duration_minutes * (0.55 + 0.5 * random.fraction()),
    phone: attempt.phone,
    ref: isFull && attempt.learner.index % 9 === 0 ? 'spring-drive' : null,
    questions,
    choose: answerChooser(random, attempt.learner.skill, topicOffsets),
    events: leavesTab
      ? [3, 7, 11, 14].map((minute) => ({
          id: random.uuid(),
          kind: 'left_tab' as const,
          minute,
          lastedMs: random.integer(3, 40) * 1_000,
        }))
      : [],
  })
  return id
}

const addAppeal = async (
  db: TenantDb,
  clientId: number,
  attemptId: string,
  staffId: number | null,
  decidedAt: Date,
): Promise<void> => {
  await sql`
    update assessment_attempt set decision = 'upheld',
      decision_note = 'The window was left four times during the assessment. Please tell us what happened.',
      decision_by = ${staffId}, decision_at = ${decidedAt},
      appeal_text = 'My phone rang during the assessment and I had to dismiss the calls. I did not look anything up.',
      appeal_at = ${new Date(decidedAt.getTime() + DAY_MS)}
    where client_id = ${clientId} and id = ${attemptId}`.execute(db)
}

/**
 * Runs after the assessments exist. The demo student has taken only the short one, so that the entrance assessment
 * can still be tried.
 */
export const seedAttempts = async (
  db: TenantDb,
  { clientId, people }: ContentTenant,
  now: Date,
): Promise<void> => {
  const { rows } = await sql<{ id: number; variant: 'full' | 'short' }>`
    select id, variant from assessment where client_id = ${clientId} and status = 'active' order by id`.execute(
    db,
  )
  const assessmentIdOf = (variant: 'full' | 'short') => rows.find((row) => row.variant === variant)?.id
  const [entrance, short] = [assessmentIdOf('full'), assessmentIdOf('short')]
  if (entrance === undefined || short === undefined) return
  const random = seededRandom(7_000 + clientId)
  const instructorId = people.find(({ role }) => role === 'instructor')?.id ?? null
  const students = people.filter(({ role }) => role === 'student')
  for (const [index, student] of students.entries()) {
    const learner = { id: student.id, index, skill: 0.2 + 0.65 * random.fraction() }
    const daysAgo = 2 + ((index * 7) % 26)
    const startedAt = new Date(now.getTime() - daysAgo * DAY_MS + random.integer(0, 600) * MINUTE_MS)
    const isDemoStudent = student.username === 'student'
    if (!isDemoStudent) {
      const phone = `+9198${String(10_000_000 + index * 7919).slice(0, 8)}`
      const attempt = await addAttempt(db, clientId, random, {
        learner,
        assessmentId: entrance,
        number: 1,
        startedAt,
        phone,
      })
      if (attempt && index === APPEALING_STUDENT)
        await addAppeal(db, clientId, attempt, instructorId, new Date(now.getTime() - 1.5 * DAY_MS))
    }
    // Some take the short assessment a second time, with a little more skill.
    const attemptCount = isDemoStudent ? 1 : 1 + (index % 3 === 0 ? 1 : 0)
    for (let number = 1; number <= attemptCount; number += 1)
      await addAttempt(db, clientId, random, {
        learner: { ...learner, skill: learner.skill + 0.08 * (number - 1) },
        assessmentId: short,
        number,
        startedAt: new Date(startedAt.getTime() - (6 - 2 * number) * DAY_MS),
        phone: null,
      })
  }
}
