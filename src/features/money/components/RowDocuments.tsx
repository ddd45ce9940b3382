import { useTranslation } from 'react-i18next'
import type { Payment } from '#contract/money/payments.ts'
import { DocumentLinks } from '#src/core/lists/DocumentLinks.tsx'
import { loadDocument } from '../api/money.queries.ts'

/** The receipt and invoices of a payment or refund. */
export const RowDocuments = ({ documents }: Pick<Payment, 'documents'>) => {
  const { t } = useTranslation('money')
  return (
    <DocumentLinks
      documents={documents}
      load={loadDocument}
      nameOf={({ kind }) => t(`documents.${kind}`)}
      failed={t('documents.failed')}
    />
  )
}
