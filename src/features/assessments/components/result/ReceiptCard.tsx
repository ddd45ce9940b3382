import FileCheck from 'lucide-react/icons/file-check'
import { useTranslation } from 'react-i18next'
import { Link } from 'react-router-dom'
import { paths } from '#src/core/paths.ts'
import { buttonClass } from '#src/shared/ui/button-class.ts'
import { Card } from '#src/shared/ui/content/Card.tsx'

/** Shows the checksum and links to the receipt. */
export const ReceiptCard = ({ attemptId, hash }: { attemptId: string; hash: string }) => {
  const { t } = useTranslation('assessments/result')
  return (
    <Card as="section" aria-labelledby="receipt-title">
      <h2 id="receipt-title" className="text-lg font-semibold text-ink">
        {t('receipt.title')}
      </h2>
      <p className="mt-1 text-ink-muted">{t('receipt.text')}</p>
      <p className="mt-2 text-xs text-ink-muted">
        {t('receipt.checksum')}{' '}
        <code dir="ltr" className="break-all text-ink">
          {hash}
        </code>
      </p>
      <Link
        to={paths.assessmentReceipt(attemptId)}
        className={buttonClass({ variant: 'secondary', className: 'mt-4' })}
      >
        <FileCheck aria-hidden="true" size={18} />
        {t('receipt.open')}
      </Link>
    </Card>
  )
}
