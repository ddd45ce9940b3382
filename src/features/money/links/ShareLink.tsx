import Copy from 'lucide-react/icons/copy'
import Mail from 'lucide-react/icons/mail'
import X from 'lucide-react/icons/x'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import type { PaymentLink } from '#contract/money/payment-links.ts'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { paths } from '#src/core/paths.ts'
import { publicAddress } from '#src/core/sharing/public-address.ts'
import { ShareAddress } from '#src/core/sharing/ShareAddress.tsx'
import { cx } from '#src/shared/lib/cx.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Card } from '#src/shared/ui/content/Card.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { Dialog } from '#src/shared/ui/overlays/Dialog.tsx'
import { useCancelLink, useMailLink } from './links.queries.ts'

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
  return (
    <ShareAddress
      address={publicAddress(paths.pay(link.code))}
      title={link.title}
      texts={{
        qr: t('share.qr'),
        copy: t('share.copy'),
        copied: t('share.copied'),
        copyFailed: t('share.copyFailed'),
        share: t('share.share'),
      }}
    />
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
