/** What a campaign says, in blocks, and what is still missing before it can be sent. Both sides use it. */
import * as z from 'zod/mini'
import { inSomeLanguages } from '../common.ts'
import { languages, type Language } from '../languages.ts'

export const SUBJECT_MAX = 150
export const BLOCK_TEXT_MAX = 5000
export const BLOCKS_MAX = 40
const ADDRESS_MAX = 2000

export const blockKinds = ['heading', 'text', 'button', 'picture', 'divider'] as const
export type BlockKind = (typeof blockKinds)[number]

/** Tabs and line breaks are the only control characters that a text may have. */
const PLAIN = /^[^\p{Cc}]*$/u
const PARAGRAPHS = /^(?:[^\p{Cc}]|[\t\n])*$/u
const line = (max: number) => z.string().check(z.maxLength(max), z.regex(PLAIN))

const block = z.object({
  id: z.uuid(),
  kind: z.enum(blockKinds),
  /** Of a picture: what it shows. Only the block `text` has several lines. */
  text: inSomeLanguages(z.string().check(z.maxLength(BLOCK_TEXT_MAX), z.regex(PARAGRAPHS))),
  /** Of a button or a picture; https only. */
  url: line(ADDRESS_MAX),
})
export type Block = z.infer<typeof block>

export const mailContent = z.object({
  subject: inSomeLanguages(line(SUBJECT_MAX)),
  /** The line that inboxes show beside the subject. */
  preview_text: inSomeLanguages(line(SUBJECT_MAX)),
  blocks: z.array(block).check(z.maxLength(BLOCKS_MAX)),
})
export type MailContent = z.infer<typeof mailContent>

export const emptyContent = (): MailContent => ({ subject: {}, preview_text: {}, blocks: [] })

/** `course`: the finished one, in an automation; empty in all other mails. */
export const mailVariables = ['name', 'first_name', 'email', 'academy', 'course'] as const
export type MailVariable = (typeof mailVariables)[number]
export type VariableValues = Readonly<Record<MailVariable, string>>

/** `{{name}}`, or `{{name|friend}}` with a word for people whose name is not known. */
const VARIABLE = /\{\{\s{0,3}([a-z_]{1,30})\s{0,3}(?:\|([^{}|\n]{0,100}))?\}\}/g
const isVariable = (name: string): name is MailVariable => mailVariables.includes(name as MailVariable)

/** Replaces the variables by `write(value)`; what is no variable stays as it is. A fallback is part of the text. */
export const fillVariables = (
  text: string,
  values: VariableValues,
  write: (value: string) => string = (value) => value,
): string =>
  text.replace(VARIABLE, (whole, name: string, fallback: string | undefined) => {
    if (!isVariable(name)) return whole
    const value = values[name].trim()
    return value === '' ? (fallback ?? '').trim() : write(value)
  })

const unknownVariables = (text: string): boolean =>
  /\{\{|\}\}/.test(text.replace(VARIABLE, (whole, name: string) => (isVariable(name) ? '' : whole)))

/** No braces: an address cannot hold a person's data. */
const ADDRESS = /^https:\/\/[^\s(){}<>"'\\]+$/
export const isMailAddress = (url: string): boolean => ADDRESS.test(url) && URL.canParse(url)

const hasText = (text: string | undefined): boolean => text !== undefined && text.trim() !== ''
const isWritten = (each: Block) => each.kind !== 'divider'

/** Somebody wrote something in it. */
export const isStarted = ({ subject, blocks }: MailContent, language: Language): boolean =>
  hasText(subject[language]) || blocks.some((each) => isWritten(each) && hasText(each.text[language]))

/** The subject and the text of every block are there. */
export const isComplete = ({ subject, blocks }: MailContent, language: Language): boolean =>
  hasText(subject[language]) &&
  blocks.some(isWritten) &&
  blocks.every((each) => !isWritten(each) || hasText(each.text[language]))

/** A mail has one language: the person's, else the first complete one of the client. */
export const languageOfMail = (
  content: MailContent,
  wanted: Language,
  ofClient: readonly Language[],
): Language | undefined =>
  [wanted, ...ofClient, ...languages].find((language) => isComplete(content, language))

export const contentProblems = [
  'no_blocks',
  'no_complete_language',
  'unfinished_language',
  'address_missing',
  'variable_unknown',
] as const
export interface ContentProblem {
  code: (typeof contentProblems)[number]
  language: Language | null
  block: string | null
}

/** Why it cannot be sent yet. A language that is begun must be finished: half a mail is nobody's. */
export const problemsOf = (content: MailContent): ContentProblem[] => {
  const { blocks, subject, preview_text: previewText } = content
  const found: ContentProblem[] = []
  if (!blocks.some(isWritten)) found.push({ code: 'no_blocks', language: null, block: null })
  else if (!languages.some((language) => isComplete(content, language)))
    found.push({ code: 'no_complete_language', language: null, block: null })
  else
    for (const language of languages)
      if (isStarted(content, language) && !isComplete(content, language))
        found.push({ code: 'unfinished_language', language, block: null })
  for (const { id, kind, url, text } of blocks) {
    if ((kind === 'button' || kind === 'picture') && !isMailAddress(url.trim()))
      found.push({ code: 'address_missing', language: null, block: id })
    for (const language of languages)
      if (unknownVariables(text[language] ?? ''))
        found.push({ code: 'variable_unknown', language, block: id })
  }
  for (const language of languages)
    if (unknownVariables(`${subject[language] ?? ''} ${previewText[language] ?? ''}`))
      found.push({ code: 'variable_unknown', language, block: null })
  return found
}
