import { useQuery } from '@tanstack/react-query'
import { useMemo, useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { ApiToken } from '#contract/api-access/tokens.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useLanguage } from '#src/core/i18n/use-language.ts'
import { ListStates } from '#src/core/lists/ListStates.tsx'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { formatDate } from '#src/shared/lib/format.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Badge } from '#src/shared/ui/content/Badge.tsx'
import { RowTable, type Column } from '#src/shared/ui/content/RowTable.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { tokensQuery, useRevokeToken } from '../api/tokens.queries.ts'
import { NewTokenDialog } from './NewTokenDialog.tsx'

/** The keys of the client: who made them, what they may do, and when they were used. */
export const Tokens = () => {
  const { t } = useTranslation('api-access')
  const tokens = useQuery(tokensQuery())
  const [isCreating, setCreating] = useState(false)
  const [ending, setEnding] = useState<ApiToken | null>(null)
  const add = <Button onClick={() => setCreating(true)}>{t('keys.new')}</Button>
  const hasRows = (tokens.data?.results.length ?? 0) > 0
  return (
    <section aria-labelledby="api-keys" className="flex flex-col gap-4">
      <div className="flex flex-wrap items-start justify-between gap-3">
        <div className="max-w-reading min-w-0 flex-1 basis-64">
          <h2 id="api-keys" className="text-lg font-semibold text-ink">
            {t('keys.title')}
          </h2>
          <p className="text-sm text-ink-muted">{t('keys.text')}</p>
        </div>
        {hasRows && add}
      </div>
      <ListStates
        rows={tokens.data?.results}
        query={tokens}
        texts={{
          loading: t('keys.loading'),
          failed: t('keys.failed'),
          empty: { title: t('keys.empty'), text: t('keys.emptyText'), action: add },
        }}
        skeleton={{ rows: 3, className: 'h-16' }}
      >
        {(rows) => <TokenTable tokens={rows} onRevoke={setEnding} />}
      </ListStates>
      {isCreating && <NewTokenDialog onClose={() => setCreating(false)} />}
      {ending && <RevokeDialog token={ending} onClose={() => setEnding(null)} />}
    </section>
  )
}

const TONES = { active: 'success', expired: 'neutral', revoked: 'warning' } as const
type TableProps = { tokens: readonly ApiToken[]; onRevoke: (token: ApiToken) => void }

const TokenTable = ({ tokens, onRevoke }: TableProps) => {
  const { t } = useTranslation('api-access')
  const language = useLanguage()
  const columns = useMemo((): Column<ApiToken>[] => {
    const day = (at: string) => formatDate(at, language)
    return [
      { key: 'name', title: t('keys.column.name'), names: true, cell: (token) => <Name token={token} /> },
      {
        key: 'rights',
        title: t('keys.column.rights'),
        wide: true,
        cell: (token) => <Rights token={token} />,
      },
      {
        key: 'used',
        title: t('keys.column.used'),
        cell: ({ last_used_at: at }) =>
          at === null ? t('keys.neverUsed') : formatDate(at, language, { time: true }),
      },
      { key: 'until', title: t('keys.column.until'), cell: (token) => day(token.expires_at) },
      {
        key: 'state',
        title: t('keys.column.state'),
        cell: (token) => (
          <span className="flex flex-col items-start gap-1">
            <Badge tone={TONES[token.state]}>{t(`keys.state.${token.state}`)}</Badge>
            {token.revoked_for === 'maker' && (
              <span className="text-sm text-ink-muted">{t('keys.revokedForMaker')}</span>
            )}
          </span>
        ),
      },
      {
        key: 'revoke',
        title: t('keys.column.actions'),
        cell: (token) =>
          token.state === 'active' ? (
            <Button
              size="sm"
              variant="ghost"
              aria-label={t('keys.revokeOne', { name: token.name })}
              onClick={() => onRevoke(token)}
            >
              {t('keys.revoke')}
            </Button>
          ) : (
            '–'
          ),
      },
    ]
  }, [t, language, onRevoke])
  return <RowTable label={t('keys.title')} columns={columns} rows={tokens} keyOf={({ id }) => id} />
}

const Name = ({ token }: { token: ApiToken }) => {
  const { t } = useTranslation('api-access')
  const language = useLanguage()
  return (
    <span className="block min-w-0">
      <bdi className="block font-medium wrap-anywhere text-ink">{token.name}</bdi>
      <bdi dir="ltr" className="block font-mono text-sm text-ink-muted">
        {token.prefix}…
      </bdi>
      <span className="block text-sm text-ink-muted">
        {formatDate(token.made_at, language)}
        {' · '}
        {token.made_by === null ? t('keys.nobody') : <bdi>{token.made_by.name}</bdi>}
      </span>
    </span>
  )
}

const Rights = ({ token }: { token: ApiToken }) => (
  <ul dir="ltr" className="flex flex-wrap gap-x-3 gap-y-1">
    {token.scopes.map((scope) => (
      <li key={scope}>
        <code className="text-sm whitespace-nowrap">{scope}</code>
      </li>
    ))}
  </ul>
)

const RevokeDialog = ({ token, onClose }: { token: ApiToken; onClose: () => void }) => {
  const { t } = useTranslation('api-access')
  const notify = useNotify()
  const revoke = useRevokeToken()
  const run = () =>
    revoke.mutate(token.id, {
      onSuccess: () => {
        notify({ kind: 'success', title: t('keys.revoked', { name: token.name }) })
        onClose()
      },
      onError: (error) => notify({ kind: 'error', title: errorText(error, t('keys.notRevoked')) }),
    })
  return (
    <Dialog
      open
      onOpenChange={(open) => !open && onClose()}
      title={t('keys.revokeTitle')}
      description={t('keys.revokeText')}
      closeLabel={t('close')}
      actions={
        <>
          <Button variant="danger" pending={revoke.isPending} onClick={run}>
            {t('keys.revokeNow')}
          </Button>
          <Button variant="secondary" onClick={onClose}>
            {t('cancel')}
          </Button>
        </>
      }
    >
      <bdi className="font-medium wrap-anywhere text-ink">{token.name}</bdi>
    </Dialog>
  )
}
