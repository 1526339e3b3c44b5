import { DAY, HOUR, MINUTE } from './time.ts';

const MEGABYTE = 1024 * 1024;

/**
 * Every limit of the product, in one place. `…Min`/`…Max` without a unit count characters of a text
 * or whole units of a number; bytes, time and money have their unit in the name. Bounds are inclusive.
 */
export const LIMITS = {
  session: {
    inactivityMs: 30 * MINUTE,
  },
  request: {
    timeoutMs: 30_000,
  },
  toastMs: 2_000,

  account: {
    passwordMin: 8,
    passwordMax: 32,
    userNameMax: 16,
    aliasMin: 1,
    aliasMax: 20,
    nicknameMax: 32,
    enterpriseNameMax: 64,
    phoneMin: 7,
    phoneMax: 18,
    emailMax: 64,
    inviteMax: 5,
    /** Organizations or sites that one person can be given individually. */
    selectionMax: 500,
    invitationValidMs: 7 * DAY,
    userNameChangeEveryMs: 30 * DAY,
    /** A closed account can be restored by the operator for this long. */
    closedKeptMs: 30 * DAY,
  },
  verificationCode: {
    validMs: 30 * MINUTE,
    attemptsMax: 5,
    resendMs: MINUTE,
    /** Of a code to reset a password: long, because attempts are not counted by person. */
    resetDigits: 12,
  },
  signIn: {
    ticketValidMs: 10 * MINUTE,
    qrValidMs: 3 * MINUTE,
    recoveryCodes: 10,
  },
  bin: {
    keptMs: 30 * DAY,
  },
  role: {
    nameMax: 32,
  },

  enterprise: {
    nameMin: 1,
    nameMax: 64,
    addressMax: 128,
  },
  site: {
    nameMin: 1,
    nameMax: 30,
    addressMax: 128,
    contactNameMax: 30,
    remarkMax: 100,
    codeMax: 32,
    ntpServerMax: 255,
  },
  timeZone: {
    offsetMinMinutes: -12 * 60,
    offsetMaxMinutes: 14 * 60,
  },

  network: {
    vlanIdMin: 1,
    vlanIdMax: 4094,
    /** Access points reserve the VLANs above it. */
    managementVlanIdMax: 4050,
    portMin: 1,
    portMax: 65_535,
    cidrSuffixMin: 1,
    cidrSuffixMax: 32,
  },
  wireless: {
    ssidMaxBytes: 32,
    wpaPasswordMin: 8,
    wpaPasswordMax: 63,
    disableTimeSlotsMax: 3,
    bandwidthMinKbps: 8,
    bandwidthMaxKbps: 4_194_303,
    authMethodsMin: 1,
    authMethodsMax: 4,
    localPortalSsidsPerSiteMax: 1,
    localAaaSsidsPerSiteMax: 1,
  },
  strategy: {
    nameMax: 32,
    successUrlMax: 255,
    freeAuthHoursMin: 1,
    freeAuthHoursMax: 23,
    adIntervalMin: 1,
    adIntervalMax: 99,
    welcomeTextMax: 100,
    backgroundImagesMax: 1,
    adImagesMax: 3,
    successImagesMax: 1,
    sameAccountUnlimited: 0,
  },
  authServer: {
    sharedKeyMin: 1,
    sharedKeyMax: 32,
  },
  weChat: {
    accountMax: 64,
    passwordMax: 64,
    appIdMax: 64,
    secretMax: 255,
  },
  smsTemplate: {
    titleMax: 32,
    contentMax: 255,
    /** Sign and content together, the code placeholder left out. */
    signAndContentMax: 64,
    effectiveWorkingDays: 3,
  },
  whitelist: {
    ipMembersMax: 10,
    domainMembersMax: 10,
  },
  authUser: {
    passwordMax: 32,
  },
  authUserImport: {
    filesMax: 1,
    fileMaxBytes: 3 * MEGABYTE,
    rowsMax: 5_000,
    generatedPasswordLength: 6,
  },
  voucher: {
    countMin: 1,
    countMax: 99,
    validityMinutesMax: 59,
    validityHoursMax: 23,
    validityDaysMax: 365,
    passwordLength: 6,
  },

  device: {
    snMax: 30,
    checkedSnMax: 18,
    capSnLength: 18,
    nameMax: 30,
    apNameMax: 255,
    positionMax: 128,
    remarkMax: 255,
    groupNameMax: 30,
    passwordMin: 8,
    passwordMax: 32,
    passwordClassesMin: 3,
    cloudApUserMin: 1,
    cloudApUserMax: 30,
    cloudApPasswordMin: 1,
    cloudApPasswordMax: 30,
    upgradeLeadMs: 5 * MINUTE,
    /** Devices in one bulk action. */
    selectionMax: 200,
    addRowsMax: 200,
    /** Certificate requests of one device that wait for approval. */
    enrolmentRequestsMax: 3,
    /** Accounts that can dispute one device at the same time. */
    disputesMax: 10,
    /** Registering the same device again within this long opens no further dispute. */
    disputeEveryMs: DAY,
    configurationsKept: 50,
    /** A take over without a connection of the device within this time is not sent later. */
    takeOverExpiresMs: 7 * DAY,
  },
  /** Tables as files. */
  sheet: {
    importMaxBytes: 3 * MEGABYTE,
    importRowsMax: 5_000,
    importCellsMax: 200_000,
    /** Of a workbook, which is an archive. */
    importUnpackedMaxBytes: 16 * MEGABYTE,
    exportRowsMax: 200_000,
    exportMaxBytes: 256 * MEGABYTE,
    /** An exported file can be downloaded, and an imported one read, for this long. */
    keptMs: DAY,
  },
  claim: {
    /** Devices that can enrol with one code. */
    usesMax: 10_000,
    validHoursUsual: 24,
    validHoursMax: 30 * 24,
  },
  trustedCa: {
    nameMax: 64,
    pemMax: 16_384,
  },
  savedView: {
    tableNameMax: 64,
    nameMax: 30,
    queryMax: 2_000,
  },
  live: {
    watchedMax: 20,
  },
  command: {
    /** Devices of one command. */
    devicesMax: 500,
    batchesAtOnceMax: 100,
    queuedMaxMs: 4 * HOUR,
    keptMs: 90 * DAY,
    /** Maximum stored length of a device's answer or output. */
    textMax: 1_000,
    outputMaxBytes: 64 * 1024,
    captureMaxBytes: 32 * MEGABYTE,
    locateMinSeconds: 5,
    locateMaxSeconds: 600,
    traceMinSeconds: 5,
    traceMaxSeconds: 120,
    scriptMax: 20_000,
  },
  firmware: {
    modelMax: 64,
    modelsMax: 20,
    versionMax: 128,
    notesMax: 2_000,
    signatureMax: 1_024,
    keyNameMax: 64,
    keyPemMax: 4_096,
    campaignNameMax: 64,
    /** Devices selected individually for one campaign. */
    devicesMax: 1_000,
    wavesMax: 10,
    retriesMax: 5,
    /** Devices in one campaign, however they were selected. */
    campaignDevicesMax: 100_000,
    /** Devices that are upgraded at the same time: of one campaign, and of one site in all campaigns. */
    atOnceMax: 50,
    atOncePerSiteMax: 10,
    /** How long an attempt may show no progress, and how long it may take in total. */
    attemptSilentMs: 15 * MINUTE,
    attemptMaxMs: HOUR,
    retryPauseMs: MINUTE,
    /** Devices that are offline for longer than this do not delay the next wave. */
    offlineHoldsMs: 30 * MINUTE,
    /** Devices that have not connected for this long since the campaign began are given up. */
    awaitedMaxMs: 30 * DAY,
    logKeptMs: 400 * DAY,
  },
  switch: {
    nameMin: 1,
    nameMax: 64,
    locationMax: 64,
    hostnameMax: 64,
    remarkMaxBytes: 200,
    metricMin: 1,
    metricMax: 255,
    selectedPortsMin: 1,
  },
  topology: {
    nodesMax: 5_000,
    strangersMax: 2_000,
    /** How far from the centre of the layout a device can be placed, in pixels. */
    placeMax: 1_000_000,
    portNameMax: 64,
  },

  alarmRule: {
    nameMin: 1,
    nameMax: 30,
    descriptionMax: 256,
    thresholdMin: 1,
    thresholdMax: 9_999_999_999,
    signalThresholdMinDbm: -90,
    signalThresholdMaxDbm: 0,
    macEntriesMax: 20,
    noticeRepeatMin: 1,
    noticeRepeatMax: 3,
    /** Addresses, numbers, quiet hours or holidays of one rule. */
    entriesMax: 20,
    holdMaxMinutes: 24 * 60,
    sitesMax: 500,
    /** Alarms in one bulk action. */
    selectionMax: 200,
    historyKeptMs: 400 * DAY,
  },
  notice: {
    peopleMax: 100,
    urlMax: 512,
    escalateMaxMinutes: 24 * 60,
    /** Between the repeats of an unconfirmed notification. */
    repeatEveryMs: 10 * MINUTE,
    retryFirstMs: 30_000,
    retryMaxMs: HOUR,
    givenUpMs: DAY,
    keptMs: 90 * DAY,
    /** Trials to one address and resent notifications, of an account. */
    askedPerHourMax: 400,
  },
  message: {
    textMax: 1_000,
    selectionMax: 200,
    keptMs: 90 * DAY,
    /** Of each tab, for each person. */
    perTabMax: 1_000,
  },
  terminalMonitor: {
    nameMax: 30,
  },
  statistics: {
    intervalMaxMs: 2 * DAY,
    /** The windows a chart can show; a month is 30 days. */
    rangesMs: {
      hour: HOUR,
      sixHours: 6 * HOUR,
      day: DAY,
      week: 7 * DAY,
      twoWeeks: 14 * DAY,
      month: 30 * DAY,
    },
    /** The boundaries between the four bands of a client's online duration. */
    onlineDurationBordersMs: [30 * MINUTE, 2 * HOUR, 8 * HOUR],
    sitesOnMapMax: 5_000,
    assetRowsMax: 200,
    reportNameMax: 64,
    reportEmailsMax: 20,
  },
  terminal: {
    nameMax: 30,
    selectionMax: 200,
    /** A blocked client is refused for this long, then admitted again, unless it is blocked permanently. */
    blockMaxMinutes: 7 * 24 * 60,
    /**
     * An access point refuses a client for at most this long, and cannot be told to admit it earlier: it is
     * disconnected again when it returns, and an admitted one waits no longer than this.
     */
    banMaxSeconds: 600,
    timelineMax: 500,
    /** A signal of this or less, in dBm, counts as weak. */
    weakSignal: -75,
  },

  licence: {
    keyMax: 100,
    nodesMin: 1,
    nodesMax: 10_000,
  },
  money: {
    /** Amounts are stored in fen; 1 M coin is 1 yuan. */
    fenPerMCoin: 100,
    fenPerYuan: 100,
  },
  recharge: {
    amountMinMCoin: 1,
    amountMaxMCoin: 100_000_000,
  },
  invoice: {
    totalMinYuan: 500,
    orderAgeMaxYears: 1,
    titleMax: 100,
    taxNumberLengths: [15, 17, 18, 20],
    bankNameMax: 30,
    bankAccountMin: 6,
    bankAccountMax: 32,
    addressMax: 100,
    phoneMin: 5,
    phoneMax: 17,
    remarkMax: 50,
  },
  mailingAddress: {
    recipientMin: 2,
    recipientMax: 50,
    detailMin: 5,
    detailMax: 100,
    phoneMin: 5,
    phoneMax: 17,
    postcodeLength: 6,
  },
  advice: {
    titleMax: 50,
    attachmentsMax: 5,
    attachmentMaxBytes: 10 * MEGABYTE,
  },
  upload: {
    maxBytes: 3 * MEGABYTE,
    firmwareMaxBytes: 128 * MEGABYTE,
    /** In flight of one account at the same time. */
    atOnceMax: 4,
  },

  floorPlan: {
    nameMax: 64,
    imageMaxBytes: 3 * MEGABYTE,
    imageMaxWidthPx: 4_000,
    imageMaxHeightPx: 4_000,
    defaultImageWidthPx: 1_020,
    defaultImageHeightPx: 530,
    exportMax: 10,
    scaleDistanceMin: 1,
    apNameMax: 30,
    modelNameMax: 64,
    bandsGhz: [2.4, 5, 6],
  },
  scene: {
    signalMinDbm: -95,
    signalMaxDbm: 0,
    rssiMin: 0,
    rssiMax: 95,
    clientsMin: 1,
    clientsMax: 200,
    beaconIntervalMin: 20,
    beaconIntervalMax: 2_000,
  },
} as const;
