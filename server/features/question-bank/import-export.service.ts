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
import { authoredQuestion, type AuthoredQuestion } from '#contract/courses/quiz.ts'
import type { StaffScope } from '#server/core/http/scope.ts'
import { readQuestions, writeCsv, type QuestionRow } from '#server/core/question-import/index.ts'
import { recordAudit, requireTopic, type BankContext } from './bank.service.ts'
import * as rows from './questions.repository.ts'
import { lockStock } from './stock.repository.ts'

type Import = BodyOf<typeof importQuestions>
type Extra = QuestionRow['extra']

/** ---- import ---- */

export const importFile = async (
  context: BankContext,
  scope: StaffScope,
  body: Import,
): Promise<ImportAnswer> => {
  // Before the transaction: a file with thousands of questions takes a while.
  const { data, format, file_name: name } = body
  const parsed = await readQuestions({ data, format, name, existing: [] })
  return scope.tx(async (db) => {
    const { clientId } = scope.tenant
    if (body.topic_id !== null) await requireTopic(db, clientId, body.topic_id)
    // With the same file twice at once the second request must see what the first added.
    if (body.apply) await lockStock(db, clientId)
    const topics = await rows.topicList(db, clientId)
    const bankRows = parsed.rows.map((row) => toBankRow(row, body, topics))
    const seenKeys = new Set(
      (
        await rows.questionsWithPrompts(
          db,
          clientId,
          body.language,
          bankRows.map(({ prompt }) => prompt),
        )
      ).map(duplicateKey),
    )
    const checkedRows = bankRows.map((row): ImportRow => {
      if (row.state === 'error') return row
      const key = duplicateKey(row)
      if (seenKeys.has(key)) return { ...row, state: 'duplicate' }
      seenKeys.add(key)
      return row
    })
    const count = (state: ImportRow['state']) => checkedRows.filter((row) => row.state === state).length
    const counts = { new: count('new'), duplicate: count('duplicate'), error: count('error') }
    if (body.apply && counts.new > 0) {
      const authorship = { now: scope.clock.now(), by: scope.actor.userId }
      for (const row of checkedRows)
        if (row.state === 'new') await rows.addQuestion(db, clientId, draftOf(row, body), authorship)
      await recordAudit(context, db, scope, 'bank.import', `client:${clientId}`, {
        format: body.format,
        file: body.file_name,
        added: counts.new,
      })
    }
    return { applied: body.apply, counts, rows: checkedRows, issues: parsed.issues }
  })
}

const normalize = (text: string) => text.normalize('NFC').replace(/\s+/g, ' ').trim().toLowerCase()
/** Questions with the same text and the same options, in any order, are duplicates. */
const duplicateKey = ({ prompt, options }: { prompt: string; options: readonly string[] }) =>
  JSON.stringify([normalize(prompt), ...options.map(normalize).toSorted()])

const findTopic = (text: string, topics: readonly BankTopic[]) =>
  topics.find(
    ({ key, names }) =>
      key === normalize(text) || Object.values(names).some((name) => normalize(name) === normalize(text)),
  )
const findDifficulty = (text: string): Difficulty | undefined =>
  difficulties.find((each) => each === normalize(text))

/** Converts one row of a file to a question of the bank, with its errors. */
const toBankRow = (
  { row, question, begins, extra, issues }: QuestionRow,
  body: Import,
  topics: readonly BankTopic[],
): ImportRow => {
  const { topic, ...placing } = placeInBank(extra, body, topics)
  const choices = question ? choicesOf(question) : []
  const errors = [...placing.errors, ...(question ? choiceErrors(question, choices) : [])]
  const hasErrors = errors.length > 0 || !question || issues.some(isQuestionError)
  const hasOptionFeedback = choices.some(({ explanation }) => explanation !== '')
  return {
    row,
    state: hasErrors ? 'error' : 'new',
    ...textsOf(question, begins),
    options: choices.map(({ text }) => text),
    answer: letters[choices.findIndex(({ correct }) => correct)] ?? null,
    topic_id: topic,
    difficulty: placing.difficulty,
    tags: extra.tags ?? [],
    issues: [
      ...issues,
      ...(hasOptionFeedback ? [{ code: 'feedback_dropped' as const }] : []),
      ...(placing.isTopicReplaced ? [{ code: 'topic_replaced' as const, detail: extra.topic }] : []),
      ...errors,
    ],
  }
}

interface BankRowError {
  code: (typeof bankRowErrors)[number]
  detail?: string
}

/** The topic and the difficulty. The topic chosen for the whole file wins over the row's own. */
const placeInBank = (extra: Extra, body: Import, topics: readonly BankTopic[]) => {
  const topicOfFile = extra.topic === undefined ? undefined : findTopic(extra.topic, topics)?.id
  const topic = body.topic_id ?? topicOfFile ?? null
  const difficulty =
    extra.difficulty === undefined ? body.difficulty : (findDifficulty(extra.difficulty) ?? null)
  const errors: BankRowError[] = []
  if (topic === null) errors.push({ code: 'topic_unknown', ...(extra.topic ? { detail: extra.topic } : {}) })
  if (difficulty === null) errors.push({ code: 'difficulty_unknown', detail: extra.difficulty ?? '' })
  const isTopicReplaced = extra.topic !== undefined && topic !== null && topic !== topicOfFile
  return { topic, difficulty, isTopicReplaced, errors }
}

type Choices = Extract<AuthoredQuestion, { kind: 'single' }>['options']

const choicesOf = (question: AuthoredQuestion): Choices =>
  question.kind === 'single' || question.kind === 'multiple' ? question.options : []

/** The bank holds questions with four different options, one of them correct. */
const choiceErrors = ({ kind }: AuthoredQuestion, choices: Choices): BankRowError[] => {
  if (choices.filter(({ correct }) => correct).length !== 1)
    return [{ code: 'not_single_choice', detail: kind }]
  if (choices.length !== letters.length) return [{ code: 'not_four_options', detail: String(choices.length) }]
  const isRepeated = new Set(choices.map(({ text }) => normalize(text))).size < choices.length
  return isRepeated ? [{ code: 'options_equal' }] : []
}

const textsOf = (question: AuthoredQuestion | undefined, begins = '') =>
  question
    ? {
        prompt: question.prompt,
        explanation: question.explanation,
        ...('keep_order' in question && { keep_order: question.keep_order }),
      }
    : { prompt: begins, explanation: '' }

const draftOf = (row: ImportRow, { language }: Import) =>
  questionDraft.parse({
    topic_id: row.topic_id,
    difficulty: row.difficulty,
    tags: row.tags.map((tag) => cut(tag, 60)),
    language,
    texts: { [language]: { prompt: row.prompt, options: row.options, explanation: row.explanation } },
    answer: row.answer,
    keep_order: row.keep_order,
  })

/** ---- export ---- */

export const exportFile = (
  context: BankContext,
  scope: StaffScope,
  query: QueryOf<typeof exportQuestions>,
): Promise<ResponseInputOf<typeof exportQuestions>> =>
  scope.tx(async (db) => {
    const { clientId } = scope.tenant
    const language = query.language ?? scope.tenant.languages[0]
    const topics = new Map((await rows.topicList(db, clientId)).map(({ id, key }) => [id, key]))
    const filter = {
      clientId,
      search: query.search?.trim() ?? '',
      topicId: query.topic_id ?? null,
      difficulty: query.difficulty ?? null,
      tag: query.tag ?? null,
    }
    const questionRows = await rows.questionsInOrder(db, filter, query.state)
    const questions = questionRows.flatMap((row) => {
      const texts = rows.textsOf(row)[language]
      if (!texts) return []
      const question = authoredQuestion.parse({
        kind: 'single',
        prompt: texts.prompt,
        explanation: texts.explanation,
        ...(row.keep_order && { keep_order: true }),
        options: texts.options.map((text, index) => ({
          id: randomUUID(),
          text,
          correct: letters[index] === row.answer,
          explanation: '',
        })),
      })
      const extra = { topic: topics.get(row.topic_id) ?? '', difficulty: row.difficulty, tags: row.tags }
      return [{ question, extra }]
    })
    await recordAudit(context, db, scope, 'bank.export', `client:${clientId}`, {
      questions: questions.length,
    })
    return {
      file_name: `question-bank-${language}.csv`,
      questions: questions.length,
      csv: writeCsv(questions),
    }
  })
