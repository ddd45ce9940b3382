import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { BrandState, BrandVersion } from '#contract/client-info/brand-endpoints.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { useRestore } from '../../api/brand.queries.ts'
import { ConfirmDialog } from '../ConfirmDialog.tsx'
import { Swatch } from './Swatch.tsx'

/** What was published before; any of it can be brought back. */
export const History = ({ state, hasDraft }: { state: BrandState; hasDraft: boolean }) => {
  const { t } = useTranslation('settings')
  const restore = useRestore()
  const [asked, setAsked] = useState<number | null>(null)
  if (state.versions.length === 0) return null
  return (
    <Card as="section" className="flex flex-col gap-4">
      <h2 className="text-lg font-semibold text-ink">{t('history.title')}</h2>
      {restore.error && <Alert kind="error" title={errorText(restore.error, t('history.failed'))} />}
      <ul className="flex flex-col divide-y divide-line">
        {state.versions.map((each) => (
          <Row
            key={each.version}
            row={each}
            isCurrent={each.version === state.version}
            isPending={restore.isPending && asked === each.version}
            onRestore={() => setAsked(each.version)}
          />
        ))}
      </ul>
      <ConfirmDialog
        open={asked !== null && !restore.isPending}
        title={t('history.restoreTitle', { version: asked ?? 0 })}
        text={t(hasDraft ? 'history.restoreTextDraft' : 'history.restoreText')}
        confirmLabel={t('history.restore')}
        onConfirm={async () => {
          if (asked !== null)
            await restore.mutateAsync({ version: asked, current: state.version }).catch(() => undefined)
          setAsked(null)
        }}
        onClose={() => setAsked(null)}
      />
    </Card>
  )
}

type RowProps = { row: BrandVersion; isCurrent: boolean; isPending: boolean; onRestore: () => void }

const Row = ({ row, isCurrent, isPending, onRestore }: RowProps) => {
  const { t } = useTranslation('settings')
  const language = useLanguage()
  const { version, settings, restored_from: from, published_by: person } = row
  return (
    <li className="flex flex-wrap items-center justify-between gap-3 py-3 text-sm">
      <span className="flex min-w-0 items-center gap-3">
        <Swatch colour={settings.colour} className="size-8 shrink-0 rounded-lg border border-line" />
        <span className="min-w-0 text-ink">
          <span className="flex flex-wrap items-center gap-2 font-medium">
            {t('history.version', { version })} · <bdi>{settings.name}</bdi>
            {isCurrent && <Badge tone="success">{t('history.current')}</Badge>}
          </span>
          <span className="block text-ink-muted">
            {formatDate(row.published_at, language, { time: true })}
            {person !== null && (
              <>
                {' · '}
                <bdi>{person}</bdi>
              </>
            )}
            {from !== null && ` · ${t('history.from', { version: from })}`}
          </span>
        </span>
      </span>
      {!isCurrent && (
        <Button
          variant="secondary"
          size="sm"
          pending={isPending}
          aria-label={t('history.restoreNamed', { version })}
          onClick={onRestore}
        >
          {t('history.restore')}
        </Button>
      )}
    </li>
  )
}
