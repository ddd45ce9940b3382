import { useTranslation } from 'react-i18next'
import type { PaymentDocument } from '#contract/money/documents.ts'
import { DocumentLinks } from '#src/core/lists/DocumentLinks.tsx'
import { loadDocument } from '../api/documents.queries.ts'

/** The receipt and invoices of one payment. */
export const PaymentDocuments = ({ documents }: { documents: readonly PaymentDocument[] }) => {
  const { t } = useTranslation('programmes')
  return (
    <DocumentLinks
      documents={documents}
      load={loadDocument}
      nameOf={({ kind }) => t(`documents.${kind}`)}
      failed={t('documents.failed')}
    />
  )
}
