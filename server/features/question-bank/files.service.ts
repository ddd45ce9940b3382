import { randomUUID } from 'node:crypto'
import { letters } from '#contract/assessments/shapes.ts'
import { cut } from '#contract/text/truncate.ts'
import type { BodyOf, QueryOf, ResponseInputOf } from '#contract/endpoint.ts'
import {
  difficulties,
  questionDraft,
  type bankRowErrors,
  type BankTopic,
  type Difficulty,
  type exportQuestions,
  type importQuestions,
  type ImportAnswer,
  type ImportRow,
} from '#contract/question-bank/question-bank.ts'
import { isQuestionError } from '#contract/question-bank/question-import.ts'
import { authoredQuestion } from '#contract/courses/quiz.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { parseQuestions, writeCsv, type QuestionRow } from '#server/core/question-import/index.ts'
import { record, requireTopic, type BankContext } from './bank.service.ts'
import * as rows from './questions.repository.ts'
import { lockStock } from './stock.repository.ts'

type Import = BodyOf<typeof importQuestions>

/* ---- from a file ---- */

export const read = async (context: BankContext, scope: StaffScope, body: Import): Promise<ImportAnswer> => {
  const bytes = Buffer.from(body.data, 'base64')
  // Before the transaction: a file of thousands of questions takes its time.
  const parsed = await parseQuestions(body.format, bytes, { name: body.file_name })
  return scope.tx(async (db) => {
    const { clientId } = scope.tenant
    if (body.topic_id !== null) await requireTopic(db, clientId, body.topic_id)
    // The same file twice at a time: the second sees what the first added.
    if (body.apply) await lockStock(db, clientId)
    const topics = await rows.topicList(db, clientId)
    const read = parsed.rows.map((row) => asBankRow(row, body, topics))
    const seen = new Set(
      (
        await rows.sameWords(
          db,
          clientId,
          body.language,
          read.map(({ prompt }) => prompt),
        )
      ).map(sameness),
    )
    const judged = read.map((row): ImportRow => {
      if (row.state === 'error') return row
      const same = sameness(row)
      if (seen.has(same)) return { ...row, state: 'duplicate' }
      seen.add(same)
      return row
    })
    const count = (state: ImportRow['state']) => judged.filter((row) => row.state === state).length
    const counts = { new: count('new'), duplicate: count('duplicate'), error: count('error') }
    if (body.apply && counts.new > 0) {
      const written = { now: scope.clock.now(), by: scope.actor.userId }
      for (const row of judged)
        if (row.state === 'new') await rows.addQuestion(db, clientId, draftOf(row, body), written)
      await record(context, db, scope, 'bank.import', `client:${clientId}`, {
        format: body.format,
        file: body.file_name,
        added: counts.new,
      })
    }
    return { applied: body.apply, counts, rows: judged, issues: parsed.issues }
  })
}

const normal = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
/** The same words with the options in any order are the same question. */
const sameness = ({ prompt, options }: { prompt: string; options: readonly string[] }) =>
  JSON.stringify([normal(prompt), ...options.map(normal).toSorted()])

const topicOf = (named: string, topics: readonly BankTopic[]) =>
  topics.find(
    ({ key, names }) =>
      key === normal(named) || Object.values(names).some((name) => normal(name) === normal(named)),
  )
const difficultyOf = (named: string): Difficulty | undefined =>
  difficulties.find((each) => each === normal(named))

/** One row of a file as the bank takes it, or with what is wrong with it. */
const asBankRow = (
  { row, question, begins, extra, issues }: QuestionRow,
  body: Import,
  topics: readonly BankTopic[],
): ImportRow => {
  const topic = extra.topic === undefined ? body.topic_id : (topicOf(extra.topic, topics)?.id ?? null)
  const difficulty =
    extra.difficulty === undefined ? body.difficulty : (difficultyOf(extra.difficulty) ?? null)
  const errors: { code: (typeof bankRowErrors)[number]; detail?: string }[] = []
  if (topic === null) errors.push({ code: 'topic_unknown', ...(extra.topic ? { detail: extra.topic } : {}) })
  if (difficulty === null) errors.push({ code: 'difficulty_unknown', detail: extra.difficulty ?? '' })
  const choices = question?.kind === 'single' || question?.kind === 'multiple' ? question.options : null
  const right = choices?.filter(({ correct }) => correct).length ?? 0
  if (question && (!choices || right !== 1)) errors.push({ code: 'not_single_choice', detail: question.kind })
  else if (choices && choices.length !== letters.length)
    errors.push({ code: 'not_four_options', detail: String(choices.length) })
  else if (choices && new Set(choices.map(({ text }) => normal(text))).size < choices.length)
    errors.push({ code: 'options_equal' })
  const lost = choices?.some(({ explanation }) => explanation !== '') ?? false
  const bad = errors.length > 0 || !question || issues.some(isQuestionError)
  return {
    row,
    state: bad ? 'error' : 'new',
    prompt: question?.prompt ?? begins ?? '',
    options: choices?.map(({ text }) => text) ?? [],
    explanation: question?.explanation ?? '',
    answer: letters[choices?.findIndex(({ correct }) => correct) ?? -1] ?? null,
    topic_id: topic,
    difficulty,
    tags: extra.tags ?? [],
    issues: [...issues, ...(lost ? [{ code: 'feedback_dropped' as const }] : []), ...errors],
  }
}

const draftOf = (row: ImportRow, { language }: Import) =>
  questionDraft.parse({
    topic_id: row.topic_id,
    difficulty: row.difficulty,
    tags: row.tags.map((tag) => cut(tag, 60)),
    language,
    texts: { [language]: { prompt: row.prompt, options: row.options, explanation: row.explanation } },
    answer: row.answer,
  })

/* ---- to a file ---- */

export const write = (
  scope: StaffScope,
  query: QueryOf<typeof exportQuestions>,
): Promise<ResponseInputOf<typeof exportQuestions>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const language = query.language ?? scope.tenant.languages[0]
    const topics = new Map((await rows.topicList(db, clientId)).map(({ id, key }) => [id, key]))
    const where = {
      clientId,
      search: query.search?.trim() ?? '',
      topicId: query.topic_id ?? null,
      difficulty: query.difficulty ?? null,
      tag: query.tag ?? null,
    }
    const found = await rows.questionsInOrder(db, where, query.state)
    const questions = found.flatMap((row) => {
      const words = rows.textsOf(row)[language]
      if (!words) return []
      const question = authoredQuestion.parse({
        kind: 'single',
        prompt: words.prompt,
        explanation: words.explanation,
        options: words.options.map((text, at) => ({
          id: randomUUID(),
          text,
          correct: letters[at] === row.answer,
          explanation: '',
        })),
      })
      const extra = { topic: topics.get(row.topic_id) ?? '', difficulty: row.difficulty, tags: row.tags }
      return [{ question, extra }]
    })
    return {
      file_name: `question-bank-${language}.csv`,
      questions: questions.length,
      csv: writeCsv(questions),
    }
  })
