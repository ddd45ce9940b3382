import { getLegalText, type LegalKind, type LegalText } from '#contract/client-info/legal.ts'
import type { Language } from '#contract/languages.ts'
import { publicCall } from '#src/core/api/public-call.ts'

/** One of the two texts as the client has published it. */
export const loadLegal = (language: Language, kind: LegalKind): Promise<LegalText> =>
  publicCall(getLegalText, { params: { legalKind: kind }, query: { language } })
