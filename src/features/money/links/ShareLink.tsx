import Copy from 'lucide-react/icons/copy'
import Link2 from 'lucide-react/icons/link-2'
import Mail from 'lucide-react/icons/mail'
import Send from 'lucide-react/icons/send'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PaymentLink } from '#contract/money/payment-links.ts'
import { runtimeConfig } from '#src/core/client-config/runtime-config.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { cx } from '#src/shared/lib/cx.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { QrCode } from '#src/shared/ui/content/QrCode.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useCancelLink, useMailLink } from './links.queries.ts'

/** In the demo clients share one origin, so the address contains the client. */
const addressOf = ({ code }: PaymentLink): string => {
  const address = new URL(paths.pay(code), window.location.origin)
  const { demo, client_id: client } = runtimeConfig()
  if (demo) address.searchParams.set('client', String(client))
  return address.href
}

/** Ways to hand the link on, and what else can be done with it. */
export const ShareLink = ({ link }: { link: PaymentLink }) => {
  const { t } = useTranslation('money/links')
  const isOpen = link.state === 'created' || link.state === 'part_paid'
  return (
    <Card
      as="section"
      aria-label={t('share.label')}
      // On phones it comes first: handing the link on is what people open it for.
      className={cx('flex flex-col gap-3', isOpen && 'max-lg:-order-1')}
    >
      {isOpen && <Ways link={link} />}
      {isOpen && link.email !== null && <MailButton link={link} />}
      <Link to={`?new&from=${link.id}`} className={buttonClass({ variant: 'secondary', block: true })}>
        <Copy aria-hidden="true" size={18} />
        {t('share.duplicate')}
      </Link>
      {isOpen && <CancelButton link={link} />}
    </Card>
  )
}

const Ways = ({ link }: { link: PaymentLink }) => {
  const { t } = useTranslation('money/links')
  const notify = useNotify()
  const address = addressOf(link)
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      notify({ kind: 'success', title: t('share.copied') })
    } catch {
      notify({ kind: 'error', title: t('share.copyFailed') })
    }
  }
  // Closing the device's sheet is no failure.
  const share = () => navigator.share({ title: link.title, url: address }).catch(() => undefined)
  return (
    <>
      <QrCode text={address} label={t('share.qr')} className="mx-auto w-full max-w-56 rounded-xl" />
      <p dir="ltr" className="text-center text-sm break-all text-ink-muted">
        {address}
      </p>
      <Button block icon={<Link2 aria-hidden="true" size={18} />} onClick={() => void copy()}>
        {t('share.copy')}
      </Button>
      {'share' in navigator && (
        <Button
          variant="secondary"
          block
          icon={<Send aria-hidden="true" size={18} />}
          onClick={() => void share()}
        >
          {t('share.share')}
        </Button>
      )}
    </>
  )
}

const MailButton = ({ link }: { link: PaymentLink }) => {
  const { t } = useTranslation('money/links')
  const notify = useNotify()
  const mail = useMailLink(link.id)
  return (
    <>
      <Button
        variant="secondary"
        block
        icon={<Mail aria-hidden="true" size={18} />}
        pending={mail.isPending}
        onClick={() =>
          mail.mutate(undefined, {
            onSuccess: () => notify({ kind: 'success', title: t('share.mailed') }),
          })
        }
      >
        {t('share.mail')}
      </Button>
      {mail.isError && <Alert kind="error">{errorText(mail.error, t('share.mailFailed'))}</Alert>}
    </>
  )
}

const CancelButton = ({ link }: { link: PaymentLink }) => {
  const { t } = useTranslation('money/links')
  const notify = useNotify()
  const cancel = useCancelLink(link.id)
  const [isOpen, setOpen] = useState(false)
  const confirm = () =>
    cancel.mutate(undefined, {
      onSuccess: () => {
        setOpen(false)
        notify({ kind: 'success', title: t('cancel.done') })
      },
    })
  return (
    <>
      <Button variant="ghost" block icon={<X aria-hidden="true" size={18} />} onClick={() => setOpen(true)}>
        {t('cancel.button')}
      </Button>
      <Dialog
        open={isOpen}
        onOpenChange={setOpen}
        title={t('cancel.title')}
        description={t(link.paid_minor > 0 ? 'cancel.textPaid' : 'cancel.text')}
        closeLabel={t('close')}
        actions={
          <>
            <Button variant="danger" pending={cancel.isPending} onClick={confirm}>
              {t('cancel.confirm')}
            </Button>
            <Button variant="secondary" onClick={() => setOpen(false)}>
              {t('cancel.keep')}
            </Button>
          </>
        }
      >
        {cancel.isError && <Alert kind="error">{errorText(cancel.error, t('notSaved'))}</Alert>}
      </Dialog>
    </>
  )
}
