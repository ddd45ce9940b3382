import { useTranslation } from 'react-i18next'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { Burst, Pop } from '#src/shared/ui/feedback/Burst.tsx'
import type { ShownCompletion } from '../../model/completion.ts'
import { DoneMedal } from './DoneMedal.tsx'

/** The celebration at the top of the page. */
export const DoneHero = ({ done }: { done: ShownCompletion }) => {
  const { t } = useTranslation('courses/done')
  const language = useLanguage()
  return (
    <div className="relative flex flex-col items-center overflow-hidden bg-primary-soft px-4 pt-8 pb-10 text-center sm:pt-12 sm:pb-14">
      <Burst size="lg" />
      <Pop>
        <DoneMedal />
      </Pop>
      <h1
        tabIndex={-1}
        className="relative mt-5 max-w-3xl text-2xl font-bold tracking-tight text-ink sm:text-4xl"
      >
        {t('title', { title: isolated(done.title) })}
      </h1>
      {done.completed_at && (
        <p className="relative mt-2 text-ink-muted">
          {t('on', { day: formatDate(done.completed_at, language) })}
        </p>
      )}
    </div>
  )
}
