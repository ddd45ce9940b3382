import type { FastifyInstance } from 'fastify'
import * as contract from '#contract/profile/profile.ts'
import { mount, type RequestPipeline } from '#server/core/http/pipeline.ts'
import { removePicture, savePicture } from './picture.service.ts'
import { ownProfile, saveProfile, type ProfileDependencies } from './profile.service.ts'

/** A person's own profile: fields and picture. */
export const profileFeature = (dependencies: ProfileDependencies) => ({
  register: (app: FastifyInstance, pipeline: RequestPipeline): void => {
    mount(app, pipeline, contract.getProfile, (scope) => ownProfile(scope))
    mount(app, pipeline, contract.saveProfile, (scope, { body }) => saveProfile(scope, body, dependencies))
    mount(app, pipeline, contract.savePicture, (scope, { body }) =>
      savePicture(scope, body.picture, dependencies),
    )
    mount(app, pipeline, contract.removePicture, (scope) => removePicture(scope, dependencies))
  },
})
