import Copy from 'lucide-react/icons/copy'
import { useTranslation } from 'react-i18next'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { IconButton } from '#src/shared/ui/IconButton.tsx'

type Props = { type: 'TXT' | 'CNAME'; name: string; value: string }

/** A record as the forms of DNS providers ask for it, each part to copy. */
export const DnsRecord = ({ type, name, value }: Props) => {
  const { t } = useTranslation('settings')
  const notify = useNotify()
  const copy = (text: string) =>
    void navigator.clipboard.writeText(text).then(
      () => notify({ kind: 'success', title: t('domains.copied') }),
      () => notify({ kind: 'error', title: t('domains.copyFailed') }),
    )
  return (
    <dl className="grid gap-x-4 gap-y-1 rounded-lg border border-line bg-surface-sunken p-3 text-sm sm:grid-cols-[auto_minmax(0,1fr)] sm:items-center">
      <dt className="text-ink-muted">{t('domains.type')}</dt>
      <dd dir="ltr" className="py-1 font-mono text-ink rtl:text-end">
        {type}
      </dd>
      {(
        [
          ['name', name],
          ['value', value],
        ] as const
      ).map(([part, text]) => (
        <div key={part} className="contents">
          <dt className="text-ink-muted">{t(`domains.${part}`)}</dt>
          <dd className="flex items-center justify-between gap-2">
            <span dir="ltr" className="min-w-0 font-mono wrap-anywhere text-ink">
              {text}
            </span>
            <IconButton
              label={t(`domains.copy.${part}`)}
              icon={<Copy aria-hidden="true" size={18} />}
              onClick={() => copy(text)}
            />
          </dd>
        </div>
      ))}
    </dl>
  )
}
