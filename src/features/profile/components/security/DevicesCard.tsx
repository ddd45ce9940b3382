import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import type { Session } from '#contract/auth/auth.ts'
import { useOnline } from '#src/core/pwa/use-online.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { ListState } from '#src/shared/ui/feedback/ListState.tsx'
import { Skeleton } from '#src/shared/ui/feedback/Skeleton.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { useEndOtherSessions, useEndSession } from '../../api/sessions.mutations.ts'
import { useSessions } from '../../api/sessions.queries.ts'
import { DeviceRow } from './DeviceRow.tsx'
import { Section } from '../Section.tsx'

/** With fewer devices a search is not needed. */
const SEARCH_FROM = 6

const matching = (sessions: readonly Session[] | undefined, search: string) => {
  const needle = search.trim().toLowerCase()
  return sessions?.filter(({ device, network }) => `${device} ${network}`.toLowerCase().includes(needle))
}

/**
 * The person's signed-in devices; they can be signed out one by one or all others at once (rules: Accounts).
 */
export const DevicesCard = () => {
  const { t } = useTranslation('profile')
  const online = useOnline()
  const { data, isError, refetch, dataUpdatedAt } = useSessions()
  const endOne = useEndSession()
  const endOthers = useEndOtherSessions()
  const [search, setSearch] = useState('')
  const [isAsking, setIsAsking] = useState(false)

  const current = data?.find((session) => session.current)
  const others = data?.filter((session) => !session.current)
  const count = others?.length ?? 0

  return (
    <Section
      id="devices"
      title={t('devices.title')}
      text={t('devices.explain')}
      actions={
        count > 0 && (
          <Button
            variant="secondary"
            size="sm"
            pending={endOthers.isPending}
            onClick={() => setIsAsking(true)}
          >
            {t('devices.endOthers')}
          </Button>
        )
      }
    >
      {current && <DeviceRow session={current} now={dataUpdatedAt} />}
      {count >= SEARCH_FROM && (
        <TextInput
          type="search"
          aria-label={t('devices.search')}
          placeholder={t('devices.search')}
          className="my-3"
          value={search}
          onChange={(event) => setSearch(event.target.value)}
        />
      )}
      {/* A line is enough below the device itself: the account is as it should be. */}
      {others?.length === 0 ? (
        <p className="py-3 text-ink-muted">{t('devices.empty')}</p>
      ) : (
        <ListState
          items={matching(others, search)}
          failed={isError}
          offline={!online}
          filtered={search.trim() !== '' && count > 0}
          loadingLabel={t('devices.loading')}
          skeleton={<Rows />}
          empty={{ title: t('devices.empty') }}
          emptyFiltered={{
            title: t('devices.emptyFiltered'),
            clearLabel: t('devices.clear'),
            onClear: () => setSearch(''),
          }}
          error={{ title: t('devices.error'), retryLabel: t('devices.retry'), onRetry: () => void refetch() }}
          offlineMessage={{ title: t('devices.offline') }}
        >
          {(sessions) => <DeviceList sessions={sessions} now={dataUpdatedAt} onEnd={endOne.mutate} />}
        </ListState>
      )}
      <EndOthersDialog
        open={isAsking}
        onOpenChange={setIsAsking}
        onConfirm={() => {
          setIsAsking(false)
          endOthers.mutate(undefined)
        }}
      />
    </Section>
  )
}

type ListProps = { sessions: readonly Session[]; now: number; onEnd: (id: string) => void }

const DeviceList = ({ sessions, now, onEnd }: ListProps) => (
  <ul>
    {sessions.map((session) => (
      <li key={session.id}>
        <DeviceRow session={session} now={now} onEnd={() => onEnd(session.id)} />
      </li>
    ))}
  </ul>
)

type DialogProps = { open: boolean; onOpenChange: (open: boolean) => void; onConfirm: () => void }

const EndOthersDialog = ({ open, onOpenChange, onConfirm }: DialogProps) => {
  const { t } = useTranslation('profile')
  return (
    <Dialog
      open={open}
      onOpenChange={onOpenChange}
      title={t('devices.endOthersTitle')}
      description={t('devices.endOthersText')}
      closeLabel={t('devices.cancel')}
      actions={
        <>
          <Button variant="danger" onClick={onConfirm}>
            {t('devices.endOthers')}
          </Button>
          <Button variant="secondary" onClick={() => onOpenChange(false)}>
            {t('devices.cancel')}
          </Button>
        </>
      }
    />
  )
}

const Rows = () => (
  <div className="space-y-3">
    <Skeleton height={56} />
    <Skeleton height={56} />
  </div>
)
