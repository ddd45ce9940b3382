/**
 * Reads questions in GIFT as Moodle does: titles, comments with `[tag:…]`, categories, escapes, weights, feedback, and
 * `{>…}` for ordering. Values that GIFT cannot express are notes in comments (`[points:2]`).
 */
import { QUESTION_ROWS_MAX, type QuestionIssue } from '#contract/question-bank/question-import.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import type { ParsedFile } from './csv.ts'
import { parseAnswers } from './gift-answers.ts'
import { findUnescaped, FORMAT_MARK, unescapeGift, type ToPlainText } from './gift-text.ts'
import { plainFromHtml } from './plain-text.ts'
import { rowOf, type Extra, type QuestionRow, type ParsedQuestion } from './row.ts'
import { numberOf } from './vocabulary.ts'

export const parseGift = async (text: string): Promise<ParsedFile> => {
  const blocks = splitBlocks(text)
  const rows = await yieldingMap(blocks.slice(0, QUESTION_ROWS_MAX), toRow)
  return {
    rows,
    issues:
      blocks.length > QUESTION_ROWS_MAX ? [{ code: 'too_many_rows', detail: String(blocks.length) }] : [],
  }
}

interface Block {
  /** Line of the file where it begins, from 1. */
  line: number
  text: string
  category: string
  notes: Map<string, string[]>
}

/** Whether the braces of the answers are open after another line. */
const isOpenAfter = (line: string, isOpen: boolean): boolean => {
  const closes = findUnescaped(line, '}')
  if (closes >= 0) return false
  return isOpen || findUnescaped(line, '{') >= 0
}

const splitBlocks = (text: string): Block[] => {
  const blocks: Block[] = []
  let category = ''
  let notes = new Map<string, string[]>()
  let current = null as Block | null
  let isOpen = false
  const endBlock = () => {
    if (current) blocks.push(current)
    current = null
  }
  const lines = text.split(/\r\n?|\n/)
  for (const [index, raw] of lines.entries()) {
    const line = raw.trim()
    if (line.startsWith('//')) {
      for (const [, key, value] of line.matchAll(/\[([a-z_]{2,20}):((?:[^\\\]]|\\.){0,200})\]/gi))
        notes.set(String(key), [...(notes.get(String(key)) ?? []), String(value).replace(/\\(.)/g, '$1')])
      continue
    }
    if (line === '') {
      // Answers may contain blank lines, if the next line can only be an answer.
      if (current && isOpen && isAnswerNext(lines, index)) continue
      endBlock()
      continue
    }
    if (!current && /^\$CATEGORY:/i.test(line)) {
      category = line.slice(line.indexOf(':') + 1).trim()
      continue
    }
    isOpen = isOpenAfter(raw, current !== null && isOpen)
    if (current) {
      current = { ...current, text: `${current.text}\n${raw}` }
    } else {
      current = { line: index + 1, text: raw, category, notes }
      notes = new Map()
    }
  }
  endBlock()
  return blocks
}

const isAnswerNext = (lines: readonly string[], from: number): boolean => {
  const next = lines.slice(from, from + 50).find((line) => line.trim() !== '')
  return next !== undefined && /^\s*[=~}#]/.test(next)
}

/** The last part of a path such as `$course$/top/Algebra`. */
const topicOf = (category: string) =>
  category
    .split(/(?<!\/)\/(?!\/)/)
    .map((part) => part.replaceAll('//', '/').trim())
    .filter((part) => part !== '' && part !== 'top' && !/^\$.*\$$/.test(part))
    .at(-1) ?? ''

const toRow = ({ line, text, category, notes }: Block): QuestionRow => {
  const issues: QuestionIssue[] = []
  const note = (key: string) => notes.get(key)?.[0]
  const [tags, difficulty] = [notes.get('tag'), note('difficulty')]
  const extra: Extra = {
    topic: note('topic') ?? topicOf(category),
    ...(difficulty ? { difficulty } : {}),
    ...(tags ? { tags } : {}),
  }
  const parsed = parseQuestion(text, note, issues)
  return rowOf({ row: line, parsed, prompt: promptIn(text), extra, issues })
}

/** The text before the answers, to identify a question that cannot be parsed. */
const promptIn = (text: string): string => (text.replace(TITLE, '').split('{')[0] ?? '').trim()

/** `::title::` at the beginning. */
const TITLE = /^\s*::(?:[^\\:]|\\[\s\S]|:(?!:))*::/

const parseQuestion = (
  text: string,
  note: (key: string) => string | undefined,
  issues: QuestionIssue[],
): ParsedQuestion | null => {
  const title = TITLE.exec(text)
  const rest = text.slice(title?.[0].length ?? 0)
  const open = findUnescaped(rest, '{')
  const close = findUnescaped(rest, '}', Math.max(open, 0))
  if (open < 0 || close < open) {
    issues.push(
      open < 0 && close < 0
        ? { code: 'kind_unsupported', field: 'kind', detail: 'description' }
        : { code: 'row_broken', detail: open < 0 ? '}' : '{' },
    )
    return null
  }
  const format = (FORMAT_MARK.exec(rest)?.[1] ?? 'moodle').toLowerCase()
  const toText: ToPlainText = (raw, field) => {
    const formatMark = FORMAT_MARK.exec(raw)
    const unescaped = unescapeGift(raw.slice(formatMark?.[0].length ?? 0)).trim()
    if ((formatMark?.[1]?.toLowerCase() ?? format) === 'plain' || !/<[a-z/][^<>]*>|&[a-z]+;/i.test(unescaped))
      return unescaped
    const converted = plainFromHtml(unescaped.replaceAll('\n', '<br>'), field)
    issues.push(...converted.issues)
    return converted.text
  }
  const before = rest.slice(0, open)
  const after = rest.slice(close + 1)
  const prompt =
    after.trim() === ''
      ? toText(before, 'prompt')
      : toText(`${before.trimEnd()} _____ ${after.trim()}`, 'prompt')
  const answer = parseAnswers(rest.slice(open + 1, close), { toText, note, issues })
  if (!answer) return null
  const points = note('points') === undefined ? null : numberOf(note('points') ?? '')
  return { prompt, ...(points === null ? {} : { points }), ...answer } as ParsedQuestion
}
