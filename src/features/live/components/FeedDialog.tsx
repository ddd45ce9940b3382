import { useMutation, useQuery, useQueryClient } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { SkeletonText } from '#src/shared/ui/feedback/Skeleton.tsx'
import { Button } from '#src/shared/ui/Button.tsx'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Field } from '#src/shared/ui/forms/Field.tsx'
import { TextInput } from '#src/shared/ui/forms/TextInput.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { callRenewFeed, callRevokeFeed, feedQuery, liveKeys } from '../api/live.queries.ts'

type Props = { open: boolean; onClose: () => void }

/** The personal calendar feed: its address, a new one, or none (LV2). */
export const FeedDialog = ({ open, onClose }: Props) => {
  const { t } = useTranslation('live')
  const client = useQueryClient()
  const feed = useQuery({ ...feedQuery(), enabled: open })
  const renew = useMutation({
    mutationFn: callRenewFeed,
    onSuccess: (answer) => client.setQueryData(liveKeys.feed, answer),
  })
  const revoke = useMutation({
    mutationFn: callRevokeFeed,
    onSuccess: () => client.setQueryData(liveKeys.feed, { path: null }),
  })
  const path = feed.data?.path ?? null
  return (
    <Dialog
      open={open}
      title={t('feed.title')}
      description={t('feed.text')}
      closeLabel={t('feed.close')}
      onOpenChange={(next) => !next && onClose()}
    >
      {feed.isPending ? (
        <SkeletonText lines={2} />
      ) : feed.isError ? (
        <Alert kind="error" title={t('feed.failed')} />
      ) : path === null ? (
        <Button pending={renew.isPending} onClick={() => renew.mutate()}>
          {t('feed.make')}
        </Button>
      ) : (
        <Address
          url={new URL(path, location.origin).href}
          isPending={renew.isPending || revoke.isPending}
          onRenew={() => renew.mutate()}
          onRevoke={() => revoke.mutate()}
        />
      )}
      {(renew.isError || revoke.isError) && <Alert kind="error" title={t('feed.saveFailed')} />}
    </Dialog>
  )
}

type AddressProps = { url: string; isPending: boolean; onRenew: () => void; onRevoke: () => void }

const Address = ({ url, isPending, onRenew, onRevoke }: AddressProps) => {
  const { t } = useTranslation('live')
  const [isCopied, setCopied] = useState(false)
  const copy = () =>
    void navigator.clipboard.writeText(url).then(
      () => setCopied(true),
      () => setCopied(false),
    )
  return (
    <div className="flex flex-col gap-4">
      <Field label={t('feed.address')} hint={t('feed.secret')}>
        {(control) => (
          <TextInput {...control} readOnly dir="ltr" value={url} onFocus={(event) => event.target.select()} />
        )}
      </Field>
      <div className="flex flex-wrap gap-3">
        <a href={url.replace(/^https?:/, 'webcal:')} className={buttonClass()}>
          {t('feed.subscribe')}
        </a>
        <Button variant="secondary" onClick={copy}>
          {t(isCopied ? 'feed.copied' : 'feed.copy')}
        </Button>
      </div>
      <div className="flex flex-wrap gap-3 border-t border-line pt-4">
        <Button variant="ghost" size="sm" pending={isPending} onClick={onRenew}>
          {t('feed.renew')}
        </Button>
        <Button variant="ghost" size="sm" pending={isPending} onClick={onRevoke}>
          {t('feed.revoke')}
        </Button>
      </div>
      <p className="text-sm text-ink-muted">{t('feed.renewHint')}</p>
    </div>
  )
}
