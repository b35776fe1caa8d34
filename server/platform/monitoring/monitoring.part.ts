import type { FastifyInstance } from 'fastify'
import type { Api } from '../http/api.ts'
import { freeBytesIn, healthRoutes } from './health.routes.ts'
import { type Measured, metricsRoutes } from './metrics.routes.ts'

export interface MonitoringPartNeeds extends Measured {
  app: FastifyInstance
  dataDir: string
  isDraining(): boolean
}

export function createMonitoringPart({
  app,
  dataDir,
  isDraining,
  ...measured
}: MonitoringPartNeeds) {
  const freeBytes = () => freeBytesIn(dataDir)
  const disk = {
    name: 'barq_disk_free_bytes',
    help: 'Free bytes on the disk of DATA_DIR',
    read: freeBytes,
  }
  return {
    routes(api: Api): void {
      healthRoutes(api, { db: measured.db, isDraining, freeBytes })
      metricsRoutes(app, api, { ...measured, figures: [disk, ...measured.figures] })
    },
  }
}
