/**
 * Questions in GIFT, as Moodle reads it: titles, comments with `[tag:…]`, categories, escapes, weights, feedback, and
 * `{>…}` for things to be ordered. What GIFT has no words for stands in comments of our own (`[points:2]`).
 */
import { QUESTION_ROWS_MAX, type QuestionIssue } from '#contract/question-bank/question-import.ts'
import { yieldingMap } from '#server/core/yielding-map.ts'
import type { Parsed } from './csv.ts'
import { answersOf } from './gift-answers.ts'
import { findUnescaped, FORMAT_MARK, unescapeGift, type Shown } from './gift-text.ts'
import { plainFromHtml } from './plain-text.ts'
import { rowOf, type Extra, type QuestionRow, type Written } from './row.ts'
import { numberOf } from './texts.ts'

export const parseGift = async (text: string): Promise<Parsed> => {
  const blocks = blocksOf(text)
  const rows = await yieldingMap(blocks.slice(0, QUESTION_ROWS_MAX), rowFrom)
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

/** Whether a question's answers stand open after one more line of it. */
const openAfter = (line: string, open: boolean): boolean => {
  const closes = findUnescaped(line, '}')
  if (closes >= 0) return false
  return open || findUnescaped(line, '{') >= 0
}

const blocksOf = (text: string): Block[] => {
  const blocks: Block[] = []
  let category = ''
  let notes = new Map<string, string[]>()
  let current = null as Block | null
  let open = false
  const end = () => {
    if (current) blocks.push(current)
    current = null
  }
  const lines = text.split(/\r\n?|\n/)
  for (const [at, raw] of lines.entries()) {
    const line = raw.trim()
    if (line.startsWith('//')) {
      for (const [, key, value] of line.matchAll(/\[([a-z_]{2,20}):((?:[^\\\]]|\\.){0,200})\]/gi))
        notes.set(String(key), [...(notes.get(String(key)) ?? []), String(value).replace(/\\(.)/g, '$1')])
      continue
    }
    if (line === '') {
      // Answers may be set apart by blank lines, but only by what can be nothing but an answer.
      if (current && open && continues(lines, at)) continue
      end()
      continue
    }
    if (!current && /^\$CATEGORY:/i.test(line)) {
      category = line.slice(line.indexOf(':') + 1).trim()
      continue
    }
    open = openAfter(raw, current !== null && open)
    if (current) {
      current = { ...current, text: `${current.text}\n${raw}` }
    } else {
      current = { line: at + 1, text: raw, category, notes }
      notes = new Map()
    }
  }
  end()
  return blocks
}

const continues = (lines: readonly string[], from: number): boolean => {
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

const rowFrom = ({ line, text, category, notes }: Block): QuestionRow => {
  const issues: QuestionIssue[] = []
  const note = (key: string) => notes.get(key)?.[0]
  const [tags, difficulty] = [notes.get('tag'), note('difficulty')]
  const extra: Extra = {
    topic: note('topic') ?? topicOf(category),
    ...(difficulty ? { difficulty } : {}),
    ...(tags ? { tags } : {}),
  }
  const written = writtenOf(text, note, issues)
  return rowOf({ row: line, written, prompt: askedIn(text), extra, issues })
}

/** What stands before the answers, for who looks for a question that cannot be read. */
const askedIn = (text: string): string => (text.replace(TITLE, '').split('{')[0] ?? '').trim()

/** `::title::` at the beginning. */
const TITLE = /^\s*::(?:[^\\:]|\\[\s\S]|:(?!:))*::/

const writtenOf = (
  text: string,
  note: (key: string) => string | undefined,
  issues: QuestionIssue[],
): Written | null => {
  const titled = TITLE.exec(text)
  const rest = text.slice(titled?.[0].length ?? 0)
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
  const shown: Shown = (raw, field) => {
    const own = FORMAT_MARK.exec(raw)
    const plain = unescapeGift(raw.slice(own?.[0].length ?? 0)).trim()
    if ((own?.[1]?.toLowerCase() ?? format) === 'plain' || !/<[a-z/][^<>]*>|&[a-z]+;/i.test(plain))
      return plain
    const read = plainFromHtml(plain.replaceAll('\n', '<br>'), field)
    issues.push(...read.issues)
    return read.text
  }
  const before = rest.slice(0, open)
  const after = rest.slice(close + 1)
  const prompt =
    after.trim() === ''
      ? shown(before, 'prompt')
      : shown(`${before.trimEnd()} _____ ${after.trim()}`, 'prompt')
  const body = answersOf(rest.slice(open + 1, close), { shown, note, issues })
  if (!body) return null
  const points = note('points') === undefined ? null : numberOf(note('points') ?? '')
  return { prompt, ...(points === null ? {} : { points }), ...body } as Written
}
