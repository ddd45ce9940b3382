import { useTranslation } from 'react-i18next'
import { PageHeader } from '#src/shared/ui/PageHeader.tsx'
import { Tokens } from '../components/Tokens.tsx'
import { Webhooks } from '../components/webhooks/Webhooks.tsx'

/** The browsable API document of the server. */
const DOCUMENT = '/api/docs/'

/** /admin/api: how other systems reach the client's data, for admins. */
export const ApiPage = () => {
  const { t } = useTranslation('api-access')
  return (
    <>
      <PageHeader
        title={t('title')}
        text={t('intro')}
        actions={
          <a
            href={DOCUMENT}
            className="inline-flex min-h-11 items-center font-medium text-primary-text hover:underline"
          >
            {t('document')}
          </a>
        }
      />
      <div className="flex flex-col gap-10">
        <Tokens />
        <Webhooks />
      </div>
    </>
  )
}
