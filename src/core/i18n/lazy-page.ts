import type { ComponentType } from 'react'
import { loadTexts } from '#src/core/i18n/language.ts'
import { lazyPart } from '#src/shared/lib/lazy-part.ts'

/** The lazy boundary of a route: its page, all parts of it and their texts are fetched at the same time. */
export const lazyPage = <Props extends object>(
  load: () => Promise<ComponentType<Props>>,
  ...namespaces: string[]
) =>
  lazyPart(async () => {
    const [page] = await Promise.all([load(), loadTexts(namespaces)])
    return page
  })
