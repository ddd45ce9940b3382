import { useQuery } from '@tanstack/react-query'
import { useState } from 'react'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { Alert } from '#src/shared/ui/feedback/Alert.tsx'
import { sellerQuery } from '../api/money.queries.ts'
import { SellerDialog } from './SellerDialog.tsx'

/** Opens the form for what stands on invoices. */
export const SellerButton = () => {
  const { t } = useTranslation('money')
  const [isOpen, setOpen] = useState(false)
  const seller = useQuery({ ...sellerQuery(), enabled: isOpen })
  const open = () => {
    if (isOpen) void seller.refetch()
    setOpen(true)
  }
  return (
    <>
      {isOpen && seller.isError && (
        <Alert kind="error">{errorText(seller.error, t('seller.loadFailed'))}</Alert>
      )}
      <Button variant="secondary" pending={isOpen && seller.isFetching && !seller.data} onClick={open}>
        {t('seller.button')}
      </Button>
      {isOpen && seller.data && <SellerDialog seller={seller.data.seller} onClose={() => setOpen(false)} />}
    </>
  )
}
