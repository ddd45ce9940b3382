/** The courses that coupons and programmes can be for. */
import * as z from 'zod/mini'
import { clientParams, id } from '../common.ts'
import { endpoint } from '../endpoint.ts'

export const listPricedCourses = endpoint({
  name: 'money.courses',
  method: 'GET',
  path: '/api/clients/{clientId}/admin/priced-courses/',
  access: 'admin',
  feature: 'course',
  summary: 'List the published courses that a coupon or a programme can be for',
  params: clientParams,
  response: z.object({ results: z.array(z.object({ id, title: z.string(), has_price: z.boolean() })) }),
})
