import Link2 from 'lucide-react/icons/link-2'
import Send from 'lucide-react/icons/send'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { QrCode } from '#src/shared/ui/content/QrCode.tsx'

type Props = {
  address: string
  /** Of what is shared, for the device's sheet. */
  title: string
  texts: { qr: string; copy: string; copied: string; copyFailed: string; share: string }
}

/** An address as a QR code, to copy, and with the device's own sheet. */
export const ShareAddress = ({ address, title, texts }: Props) => {
  const notify = useNotify()
  const copy = async () => {
    try {
      await navigator.clipboard.writeText(address)
      notify({ kind: 'success', title: texts.copied })
    } catch {
      notify({ kind: 'error', title: texts.copyFailed })
    }
  }
  // Closing the device's sheet is no failure.
  const share = () => navigator.share({ title, url: address }).catch(() => undefined)
  return (
    <>
      <QrCode text={address} label={texts.qr} className="mx-auto w-full max-w-56 rounded-xl" />
      <p dir="ltr" className="text-center text-sm break-all text-ink-muted">
        {address}
      </p>
      <Button block icon={<Link2 aria-hidden="true" size={18} />} onClick={() => void copy()}>
        {texts.copy}
      </Button>
      {'share' in navigator && (
        <Button
          variant="secondary"
          block
          icon={<Send aria-hidden="true" size={18} />}
          onClick={() => void share()}
        >
          {texts.share}
        </Button>
      )}
    </>
  )
}
