import type { Bench } from '../bench.ts';
import { bounceFloodBench } from './bounce-flood.ts';
import { clickEmbeddedBench, clickServerBench } from './click.ts';
import { clientCallBench } from './client-call.ts';
import { codecBench } from './codec.ts';
import { codecGrowthBench } from './codec-growth.ts';
import { codecMemoryBench } from './codec-memory.ts';
import { contactsImportEmbeddedBench, contactsImportServerBench } from './contacts-import.ts';
import { contactsImportMemoryBench } from './contacts-import-memory.ts';
import { contactsPageBench } from './contacts-page.ts';
import { fairnessBench } from './fairness.ts';
import { filterCountBench } from './filter-count.ts';
import { freezeEmbeddedBench, freezeServerBench } from './freeze.ts';
import { generationBench } from './generation.ts';
import { hostileMemoryBench } from './hostile-memory.ts';
import { listMailingsBench } from './list-mailings.ts';
import { mailingsPageBench } from './mailings-page.ts';
import { oneContactBench } from './one-contact.ts';
import { peersBench } from './peers.ts';
import { personalizationBench } from './personalization.ts';
import { servicesBench, sharedSendoutBench } from './processes.ts';
import { scaleBench } from './scale.ts';
import { sendoutBench, sendoutDkimBench } from './sendout.ts';
import { sendoutMemoryBench } from './sendout-memory.ts';
import { sendoutPartsBench } from './sendout-parts.ts';
import { sendoutRelayBench } from './sendout-relay.ts';
import { serverStubBench } from './server-stub.ts';
import { transactionalMailBench } from './transactional-mail.ts';
import { uploadedImportEmbeddedBench, uploadedImportServerBench } from './uploaded-import.ts';

/** Every benchmark by the name it is called with. */
export const benches: Record<string, Bench> = {
  codec: codecBench,
  'codec-memory': codecMemoryBench,
  'codec-growth': codecGrowthBench,
  generation: generationBench,
  'client-call': clientCallBench,
  'server-stub': serverStubBench,
  'filter-count': filterCountBench,
  freeze: freezeServerBench,
  'freeze-embedded': freezeEmbeddedBench,
  click: clickServerBench,
  'click-embedded': clickEmbeddedBench,
  'list-mailings': listMailingsBench,
  'mailings-page': mailingsPageBench,
  'one-contact': oneContactBench,
  'contacts-import-server': contactsImportServerBench,
  'contacts-import-embedded': contactsImportEmbeddedBench,
  'contacts-import-memory': contactsImportMemoryBench,
  'uploaded-import-server': uploadedImportServerBench,
  'uploaded-import-embedded': uploadedImportEmbeddedBench,
  'contacts-page': contactsPageBench,
  sendout: sendoutBench,
  'sendout-dkim': sendoutDkimBench,
  'sendout-memory': sendoutMemoryBench,
  'sendout-parts': sendoutPartsBench,
  'sendout-relay': sendoutRelayBench,
  scale: scaleBench,
  services: servicesBench,
  'shared-sendout': sharedSendoutBench,
  peers: peersBench,
  personalization: personalizationBench,
  fairness: fairnessBench,
  'bounce-flood': bounceFloodBench,
  'hostile-memory': hostileMemoryBench,
  'transactional-mail': transactionalMailBench,
};
