import { sql } from 'kysely'
import type { Language } from '#contract/languages.ts'
import type { TenantDb } from '#server/core/db/database.ts'
import type { ProblemKind } from '#contract/problems/problems.ts'
import type { QuizSettings, ShownQuestion } from '#contract/courses/quiz.ts'
import type { VideoAnswer } from '#contract/courses/video-questions.ts'
import type {
  StoredShownVideoQuestion,
  StoredItemType,
  VideoCaption,
  VideoChapter,
  VideoSource,
} from '../courses.tables.ts'
import type { Learner } from './progress.repository.ts'
import { shownWithId, withUnsolvedItems, type StoredShown } from './quiz/quiz-questions.ts'

export interface TopicItemRow {
  id: number
  type: StoredItemType
  title: string
  titles: Partial<Record<Language, string>>
  minutes: number
  html: string | null
  /** Whether the content exists in the requested language. */
  speaks: boolean
  duration_seconds: number | null
  sources: VideoSource[] | null
  poster_url: string | null
  captions: VideoCaption[] | null
  chapters: VideoChapter[] | null
  questions_shown: StoredShownVideoQuestion[] | null
  /** The right order of items to be sorted, by question; not for learners. */
  questions_solved: Record<string, string[]> | null
  /** The learner's answers by question; null for a video without questions. */
  film_answers: Record<string, VideoAnswer> | null
  pass_percent: number | null
  attempts_limit: number | null
  cooldown_minutes: number | null
  reveal: QuizSettings['reveal'] | null
  problem_kind: ProblemKind | null
  problem_points: number | null
  last_at: Date | null
  completed_at: Date | null
  position_seconds: number | null
  watched_seconds: number | null
  attempts: number | null
  best_percent: number | null
  paragraph: number | null
  question_id: number | null
}

/** The items of one topic with their content and this learner's progress. */
export const topicItems = (
  db: TenantDb,
  { clientId, userId }: Learner,
  topicId: number,
  language: Language,
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
    .leftJoin('item_problem as m', (join) =>
      join.onRef('m.client_id', '=', 'i.client_id').onRef('m.item_id', '=', 'i.id'),
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
      'i.titles',
      'i.minutes',
      sql<string | null>`coalesce(a.htmls ->> ${language}, a.html)`.as('html'),
      // A video has its own captions; a quiz counts as translated when all its questions are.
      sql<boolean>`case i.type when 'article' then a.htmls ? ${language} when 'problem' then m.shown_in ? ${language}
        when 'quiz' then not exists (select from quiz_question n where n.client_id = i.client_id
          and n.item_id = i.id and not n.shown_in ? ${language}) else true end`.as('speaks'),
      'v.duration_seconds',
      'v.sources',
      'v.poster_url',
      'v.captions',
      'v.chapters',
      'v.questions_shown',
      sql<Record<string, string[]> | null>`case when v.questions_shown <> '[]' then (
        select jsonb_object_agg(w ->> 'id', jsonb_path_query_array(w, '$.question.items[*].id'))
        from jsonb_array_elements(v.questions) w where w -> 'question' ->> 'kind' = 'ordering') end`.as(
        'questions_solved',
      ),
      sql<Record<string, VideoAnswer> | null>`case when v.questions_shown <> '[]' then (
        select jsonb_object_agg(w.question_id, jsonb_build_object('question', w.question, 'given', w.given,
          'mark', w.mark)) from film_answer w
        where w.client_id = i.client_id and w.user_id = ${userId} and w.item_id = i.id) end`.as(
        'film_answers',
      ),
      'q.pass_percent',
      'q.attempts_limit',
      'q.cooldown_minutes',
      'q.reveal',
      'm.kind as problem_kind',
      'm.points as problem_points',
      'p.last_at',
      'p.completed_at',
      'p.position_seconds',
      'p.watched_seconds',
      'p.attempts',
      'p.best_percent',
      'p.paragraph',
      'p.question_id',
    ])
    .where('i.client_id', '=', clientId)
    .where('i.topic_id', '=', topicId)
    .orderBy('i.position')
    .orderBy('i.id')
    .execute()

/**
 * Questions as this learner sees them, by quiz. Of the answer key the query reads only the right order of items to be
 * sorted, which nobody may find already done.
 */
export const questionsFor = async (
  db: TenantDb,
  { clientId, userId }: Learner,
  itemIds: readonly number[],
  language: Language,
): Promise<Map<number, ShownQuestion[]>> => {
  if (itemIds.length === 0) return new Map()
  const rows = await db
    .selectFrom('quiz_question')
    .select([
      'id',
      'item_id',
      sql<StoredShown>`coalesce(shown_in -> ${language}, shown)`.as('shown'),
      sql<
        string[] | null
      >`case kind when 'ordering' then jsonb_path_query_array(authored, '$.items[*].id') end`.as('solved'),
    ])
    .where('client_id', '=', clientId)
    .where('item_id', 'in', itemIds)
    .orderBy('item_id')
    .orderBy('position')
    .orderBy('id')
    .execute()
  const questions = new Map<number, ShownQuestion[]>()
  for (const row of rows) {
    const list = questions.get(row.item_id) ?? []
    const question = withUnsolvedItems(shownWithId(row.id, row.shown), row.solved, String(userId))
    questions.set(row.item_id, [...list, question])
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
