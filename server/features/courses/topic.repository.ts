import type { TenantDb } from '#server/core/db/database.ts'
import type { StoredRange, StoredItemType, VideoCaption, VideoSource } from './courses.tables.ts'
import type { Learner } from './progress.repository.ts'

export interface TopicItemRow {
  id: number
  type: StoredItemType
  title: string
  minutes: number
  html: string | null
  duration_seconds: number | null
  sources: VideoSource[] | null
  poster_url: string | null
  captions: VideoCaption[] | null
  pass_percent: number | null
  last_at: Date | null
  completed_at: Date | null
  position_seconds: number | null
  watched_seconds: number | null
  watched_ranges: StoredRange[] | null
  attempts: number | null
  best_percent: number | null
}

/** The items of one topic with their content and this person's progress. */
export const topicItems = (
  db: TenantDb,
  { clientId, userId }: Learner,
  topicId: number,
): Promise<TopicItemRow[]> =>
  db
    .selectFrom('course_item as i')
    .leftJoin('item_article as a', (join) =>
      join.onRef('a.client_id', '=', 'i.client_id').onRef('a.item_id', '=', 'i.id'),
    )
    .leftJoin('item_video as v', (join) =>
      join.onRef('v.client_id', '=', 'i.client_id').onRef('v.item_id', '=', 'i.id'),
    )
    .leftJoin('item_quiz as q', (join) =>
      join.onRef('q.client_id', '=', 'i.client_id').onRef('q.item_id', '=', 'i.id'),
    )
    .leftJoin('item_progress as p', (join) =>
      join
        .onRef('p.client_id', '=', 'i.client_id')
        .onRef('p.item_id', '=', 'i.id')
        .on('p.user_id', '=', userId),
    )
    .select([
      'i.id',
      'i.type',
      'i.title',
      'i.minutes',
      'a.html',
      'v.duration_seconds',
      'v.sources',
      'v.poster_url',
      'v.captions',
      'q.pass_percent',
      'p.last_at',
      'p.completed_at',
      'p.position_seconds',
      'p.watched_seconds',
      'p.watched_ranges',
      'p.attempts',
      'p.best_percent',
    ])
    .where('i.client_id', '=', clientId)
    .where('i.topic_id', '=', topicId)
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()

export interface QuestionRow {
  id: number
  item_id: number
  prompt: string
  choices: { id: number; text: string }[]
}

/** Questions as a learner may see them: the statement does not even read which choice is right. */
export const questionsFor = async (
  db: TenantDb,
  clientId: number,
  itemIds: readonly number[],
): Promise<QuestionRow[]> => {
  if (itemIds.length === 0) return []
  const rows = await db
    .selectFrom('quiz_question as q')
    .innerJoin('quiz_choice as c', (join) =>
      join.onRef('c.client_id', '=', 'q.client_id').onRef('c.question_id', '=', 'q.id'),
    )
    .select(['q.id', 'q.item_id', 'q.prompt', 'c.id as choice_id', 'c.text'])
    .where('q.client_id', '=', clientId)
    .where('q.item_id', 'in', itemIds)
    .orderBy('q.item_id')
    .orderBy('q.position')
    .orderBy('q.id')
    .orderBy('c.position')
    .orderBy('c.id')
    .execute()
  const questions: QuestionRow[] = []
  for (const row of rows) {
    let question = questions.at(-1)
    if (question?.id !== row.id) {
      question = { id: row.id, item_id: row.item_id, prompt: row.prompt, choices: [] }
      questions.push(question)
    }
    question.choices.push({ id: row.choice_id, text: row.text })
  }
  return questions
}

export const videoDuration = async (
  db: TenantDb,
  clientId: number,
  itemId: number,
): Promise<number | undefined> => {
  const row = await db
    .selectFrom('item_video')
    .select('duration_seconds')
    .where('client_id', '=', clientId)
    .where('item_id', '=', itemId)
    .executeTakeFirst()
  return row?.duration_seconds
}
