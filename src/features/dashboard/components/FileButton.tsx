import { useMutation } from '@tanstack/react-query'
import Download from 'lucide-react/icons/download'
import { useTranslation } from 'react-i18next'
import { errorText } from '#src/core/http/error-text.ts'
import { useNotify } from '#src/core/notify/use-notify.ts'
import { saveAddress } from '#src/shared/lib/save-file.ts'
import { Button } from '#src/shared/ui/Button.tsx'
import { fileAddress } from '../api/dashboard.queries.ts'

/** Downloads a CSV file of what is shown. */
export const FileButton = ({ asked }: { asked: Parameters<typeof fileAddress>[0] }) => {
  const { t } = useTranslation('dashboard')
  const notify = useNotify()
  const { mutate, isPending } = useMutation({
    mutationFn: () => fileAddress(asked),
    onSuccess: ({ url, name }) => saveAddress(url, name),
    onError: (error) => notify({ kind: 'error', title: errorText(error, t('exportFailed')) }),
  })
  return (
    <Button
      variant="secondary"
      data-no-print=""
      icon={<Download aria-hidden="true" size={18} />}
      pending={isPending}
      onClick={() => mutate()}
    >
      {t('export')}
    </Button>
  )
}
