import type { TFunction } from 'i18next'
import type { Criterion } from '#contract/certificates/shapes.ts'
import type { Language } from '#contract/languages.ts'
import { formatDuration, formatPercent } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'

type Kind = 'course' | 'assessment'

const amount = (kind: Criterion['kind'], value: number, language: Language): string =>
  kind === 'time' ? formatDuration(value, language) : formatPercent(value / 100, language)

/** "Score at least 80% in the final quiz". */
export const criterionText = (
  { kind, target, assessment }: Criterion,
  of: Kind,
  { t, language }: { t: TFunction; language: Language },
): string => {
  const values = { target: amount(kind, target ?? 0, language), title: isolated(assessment?.title ?? '') }
  if (kind === 'completion') return t(`certificates:criteria.completion.${of}`)
  if (kind === 'score') {
    const place = assessment ? 'named' : of
    return t(`certificates:criteria.score.${place}`, values)
  }
  return t(`certificates:criteria.${kind}`, values)
}

/** "72% so far"; null where there is nothing to measure, or nothing missing. */
export const soFar = (
  { kind, met, value }: Criterion,
  { t, language }: { t: TFunction; language: Language },
): string | null =>
  met || value === null ? null : t('certificates:criteria.soFar', { value: amount(kind, value, language) })
