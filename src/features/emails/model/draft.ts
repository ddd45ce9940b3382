/** Changes of a draft. Pure. */
import type { Audience, Campaign } from '#contract/emails/campaigns.ts'
import type { Block, BlockKind } from '#contract/emails/content.ts'
import type { Language } from '#contract/languages.ts'

export type Draft = Pick<Campaign, 'name' | 'purpose' | 'content' | 'audience'>

export const draftOf = ({ name, purpose, content, audience }: Draft): Draft => ({
  name,
  purpose,
  content,
  audience,
})

export const newBlock = (kind: BlockKind, id: string): Block => ({ id, kind, text: {}, url: '' })

/** Empty texts are left out: a language without any text is not begun. */
export const withText = <T extends { [L in Language]?: string | undefined }>(
  texts: T,
  language: Language,
  text: string,
): T => {
  const { [language]: _old, ...others } = texts
  return (text === '' ? others : { ...others, [language]: text }) as T
}

/** One place up (-1) or down (1). */
export const moved = (blocks: readonly Block[], index: number, by: -1 | 1): Block[] => {
  const next = [...blocks]
  const [block] = next.splice(index, 1)
  if (block) next.splice(Math.min(Math.max(index + by, 0), next.length), 0, block)
  return next
}

/** Pasted addresses: separated by lines, commas or semicolons, with or without a name around them. */
export const addressesIn = (text: string): Audience['addresses'] =>
  text
    .split(/[\n,;\t]+/)
    .map((part) => (/<([^<>]*)>/.exec(part)?.[1] ?? part).trim())
    .filter((part) => part !== '')
