import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { Roadmap } from '#contract/assessments/results.ts'
import { programmePath } from '#contract/money/programme-slugs.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { said } from '../../../model/labels.ts'

/** The programmes whose price the scholarship lowers. */
export const ProgrammePrices = ({ roadmap }: { roadmap: Roadmap }) => {
  const { t } = useTranslation('assessments/result')
  const language = useLanguage()
  if (roadmap.programmes.length === 0) return null
  return (
    <p className="-mt-4 mb-8 flex flex-wrap gap-3">
      {roadmap.programmes.map(({ slug, title }) => (
        <Link key={slug} to={programmePath(slug)} className={buttonClass({ variant: 'secondary' })}>
          {t('roadmap.price', {
            programme: isolated(said(title, language, roadmap.assessment.main_language) ?? ''),
          })}
        </Link>
      ))}
    </p>
  )
}
