/** The terms and the privacy notice as pages that say what they hold without JavaScript. */
import { isLegalKind, legalParts, legalPath } from '#contract/client-info/legal.ts'
import { cut } from '#contract/text/truncate.ts'
import type { AskedDocument } from '#server/core/http/page/page.ts'
import type { PageDocument } from '#server/core/http/page/page-template.ts'
import type { Tenant } from '#server/core/http/scope.ts'
import { escapeHtml } from '#server/core/text/escape-html.ts'
import type { LegalService } from './legal.service.ts'

/** Of the page's description. */
const DESCRIPTION_CHARACTERS = 160

export const createLegalDocuments =
  (findTenant: (clientId: number) => Promise<Tenant | null>, service: Pick<LegalService, 'show'>) =>
  async ({ clientId, path, language }: AskedDocument): Promise<PageDocument | null> => {
    const [, kind] = /^\/legal\/(\w+)\/?$/.exec(path) ?? []
    if (!isLegalKind(kind)) return null
    const tenant = await findTenant(clientId)
    if (!tenant?.isActive) return null
    const shown = await service.show(tenant, { kind, language })
    const parts = legalParts(shown.text)
    const body = parts
      .map(({ heading, paragraphs }) =>
        [
          heading === null ? '' : `<h2>${escapeHtml(heading)}</h2>`,
          ...paragraphs.map((text) => `<p>${escapeHtml(text).replaceAll('\n', '<br>')}</p>`),
        ].join(''),
      )
      .join('')
    return {
      title: shown.title,
      description: cut(parts[0]?.paragraphs[0] ?? shown.title, DESCRIPTION_CHARACTERS),
      body: `<div lang="${shown.language}"><h1>${escapeHtml(shown.title)}</h1>${body}</div>`,
      data: {
        '@context': 'https://schema.org',
        '@type': 'WebPage',
        name: shown.title,
        inLanguage: shown.language,
      },
      alternates: tenant.languages.map((each) => ({
        language: each,
        href: `${legalPath(kind)}?lng=${each}`,
      })),
    }
  }
