import { useQuery } from '@tanstack/react-query'
import { useTranslation } from 'react-i18next'
import { useLocation, useParams } from 'react-router-dom'
import { programmePath, programmeSlugs } from '#contract/money/programme-slugs.ts'
import { testCheckoutQuery, usePayTestCheckout } from '../api/programmes.queries.ts'
import { ProgrammePage } from './ProgrammePage.tsx'
import { TestCheckoutPage } from './TestCheckoutPage.tsx'

/** /flagship-program-payment, /nanodegree-program-payment and /test-checkout/{checkoutId}. */
export const ProgrammePages = () => {
  const { pathname } = useLocation()
  const { checkoutId } = useParams()
  const slug = programmeSlugs.find((each) => pathname.startsWith(programmePath(each)))
  if (slug) return <ProgrammePage key={slug} slug={slug} />
  return <OwnTestCheckout checkoutId={checkoutId ?? ''} />
}

const OwnTestCheckout = ({ checkoutId }: { checkoutId: string }) => {
  const { t } = useTranslation('programmes')
  const query = useQuery(testCheckoutQuery(checkoutId))
  return <TestCheckoutPage query={query} pay={usePayTestCheckout(checkoutId)} backText={t('test.back')} />
}
