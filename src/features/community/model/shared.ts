/** Content that another app shared (`share_target` of the manifest), as the start of a thread. */
import { TITLE_MAX } from '#contract/community/community.ts'
import { cut } from '#contract/text/truncate.ts'
import { shareParams } from '#contract/client-info/manifest.ts'
import { escapeHtml } from '#src/shared/lib/text/escape-html.ts'

export interface Shared {
  title: string
  text: string
  url: string
}

/** Longer shared texts are cut. */
const TEXT_MAX = 20_000

const printable = (text: string) =>
  // oxlint-disable-next-line no-control-regex -- removes control characters
  text.replace(/[\u0000-\u0008\u000b-\u001f\u007f]/g, '').trim()

/** Reads the URL that the browser opens; null when it shares nothing. */
export const sharedFrom = (search: string): Shared | null => {
  const params = new URLSearchParams(search)
  const read = (name: string, max: number) => cut(printable(params.get(name) ?? ''), max)
  const shared = {
    title: read(shareParams.title, TITLE_MAX).replaceAll(/\s+/g, ' '),
    text: read(shareParams.text, TEXT_MAX),
    url: read(shareParams.url, TEXT_MAX),
  }
  return shared.title || shared.text || shared.url ? shared : null
}

const isWebAddress = (text: string): boolean => /^https?:\/\/[^\s"<>]+$/i.test(text) && URL.canParse(text)

const paragraph = (line: string): string =>
  isWebAddress(line)
    ? `<p><a href="${escapeHtml(line)}">${escapeHtml(line)}</a></p>`
    : `<p>${escapeHtml(line)}</p>`

/** Lines as paragraphs and URLs as links. Many apps put the URL into the text, or send it twice. */
export const bodyOf = ({ text, url }: Shared): string => {
  const lines = text
    .split(/\n+/)
    .map((line) => line.trim())
    .filter(Boolean)
  if (url && !text.includes(url)) lines.push(url)
  return lines.map(paragraph).join('')
}

/** Appends to the current draft; the same content is added only once. */
export const addShared = <T extends { title: string; body: string }>(draft: T, shared: Shared): T => {
  const body = bodyOf(shared)
  return {
    ...draft,
    title: draft.title.trim() || shared.title,
    body: body && draft.body.endsWith(body) ? draft.body : `${draft.body}${body}`,
  }
}

const COMPOSE = 'compose'
/** History state of the list: opens the form for a new thread. */
export const composeState = { [COMPOSE]: true }
export const opensForm = (state: unknown): boolean =>
  typeof state === 'object' && state !== null && COMPOSE in state
