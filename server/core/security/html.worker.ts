/** Runs in a worker thread. */
import type { HtmlKind } from '#contract/text/html.ts'
import { cleanHtml } from './html.ts'

export const clean = ({ html, kind }: { html: string; kind: HtmlKind }): string => cleanHtml(html, kind)
