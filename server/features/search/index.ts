import type { FastifyInstance } from 'fastify'
import { searchAll } from '#contract/search/search.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { search, type SearchSources } from './search.service.ts'

/** Search over courses, lessons, discussions and people. It owns no table: other features hand over what it needs. */
export const searchFeature = (sources: SearchSources) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void =>
    mount(app, pipeline, searchAll, (scope, { query }) => search(sources, scope, query)),
})
