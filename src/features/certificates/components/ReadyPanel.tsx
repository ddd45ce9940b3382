import { useTranslation } from 'react-i18next'
import type { InProgress, PrintedName } from '#contract/certificates/certificates.ts'
import { isolated } from '#src/shared/lib/text/isolated.ts'
import { NameForm } from './NameForm.tsx'

/** Everything is fulfilled: the name is asked for before the first certificate. */
export const ReadyPanel = ({
  name,
  ready,
}: {
  name: PrintedName
  ready: readonly [InProgress, ...InProgress[]]
}) => {
  const { t } = useTranslation('certificates')
  const [first] = ready
  return (
    <section aria-labelledby="certificate-ready" className="rounded-xl bg-primary-soft p-5 sm:p-8">
      <h2 id="certificate-ready" className="text-xl font-bold text-ink sm:text-2xl">
        {t('ready.title', { count: ready.length })}
      </h2>
      <p className="mt-1 text-ink-muted">
        {t('ready.text', { count: ready.length, title: isolated(first.title) })}
      </p>
      <div className="mt-5 max-w-xl">
        <NameForm
          name={name.value}
          hint={t('name.hint')}
          action={t('ready.confirm', { count: ready.length })}
          done={t('ready.done')}
        />
      </div>
    </section>
  )
}
